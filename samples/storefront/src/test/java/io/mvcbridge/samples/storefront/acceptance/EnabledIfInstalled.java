package io.mvcbridge.samples.storefront.acceptance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that needs programs of the operating system. Where one is missing the test is
 * skipped, and the report says which and how to install it.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Programs.class)
@interface EnabledIfInstalled {

	/** The names of the programs, such as {@code nginx}. */
	String[] value();

}
