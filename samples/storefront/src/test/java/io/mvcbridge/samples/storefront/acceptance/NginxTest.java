package io.mvcbridge.samples.storefront.acceptance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * A test class whose constructor takes the {@link ProxiedStorefront} it tests, where
 * nginx is installed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfInstalled("nginx")
@DisabledIfSystemProperty(named = "storefront.base-url", matches = ".+",
		disabledReason = "nginx is put in front of a storefront that the tests start themselves")
@Tag("nginx")
@AcceptanceTest
@interface NginxTest {

}
