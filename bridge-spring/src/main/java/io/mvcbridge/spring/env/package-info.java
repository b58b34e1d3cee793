/**
 * Settings from the command line of the build tool that started the application.
 */
@NullMarked
package io.mvcbridge.spring.env;

import org.jspecify.annotations.NullMarked;
