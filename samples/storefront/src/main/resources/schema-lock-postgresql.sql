-- One instance at a time. An instance that fails in between gives the lock back with its connection.
select pg_advisory_lock(hashtext('storefront schema'));
