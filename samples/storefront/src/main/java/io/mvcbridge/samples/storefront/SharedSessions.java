package io.mvcbridge.samples.storefront;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.PostgreSqlJdbcIndexedSessionRepositoryCustomizer;

/**
 * Sessions in the database, for several instances of the shop. A visitor's requests may
 * come at once and to different instances: where two of them add the same attribute, the
 * second one replaces it instead of failing over the key.
 */
@Configuration(proxyBeanMethods = false)
@Profile("cluster")
class SharedSessions {

	private static final String ADD_OR_REPLACE_ATTRIBUTE = """
			merge into %TABLE_NAME%_attributes (session_primary_id, attribute_name, attribute_bytes)
			key (session_primary_id, attribute_name) values (?, ?, ?)""";

	@Bean
	@Profile("!postgresql")
	SessionRepositoryCustomizer<JdbcIndexedSessionRepository> attributesOnH2() {
		return (sessions) -> sessions.setCreateSessionAttributeQuery(ADD_OR_REPLACE_ATTRIBUTE);
	}

	@Bean
	@Profile("postgresql")
	SessionRepositoryCustomizer<JdbcIndexedSessionRepository> attributesOnPostgreSql() {
		return new PostgreSqlJdbcIndexedSessionRepositoryCustomizer();
	}

}
