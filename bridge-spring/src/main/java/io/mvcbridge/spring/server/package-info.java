/**
 * The embedded server as Spring Boot drives it: factory, web server, graceful shutdown.
 */
@NullMarked
package io.mvcbridge.spring.server;

import org.jspecify.annotations.NullMarked;
