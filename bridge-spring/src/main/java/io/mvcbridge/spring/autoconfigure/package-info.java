/**
 * Wires the server into a Spring Boot application: {@code bridge.*} and {@code server.*}
 * properties, auto-configuration, management port. Does no work of its own.
 */
@NullMarked
package io.mvcbridge.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
