select pg_advisory_unlock(hashtext('storefront schema'));
