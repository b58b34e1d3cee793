package io.mvcbridge.samples.storefront.acceptance;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two storefronts on PostgreSQL.
 */
@Tag("long")
@EnabledIfInstalled({ "nginx", "initdb", "postgres" })
class PostgreSqlClusterIT extends SharedShopContract {

	PostgreSqlClusterIT(@TempDir Path folder) {
		super("postgresql", DatabaseProcess.postgreSql(), folder);
	}

}
