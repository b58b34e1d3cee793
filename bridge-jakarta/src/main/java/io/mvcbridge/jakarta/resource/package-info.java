/**
 * The static resources of a web application: where they are found, and the servlet that
 * serves them. Knows no context.
 */
@NullMarked
package io.mvcbridge.jakarta.resource;

import org.jspecify.annotations.NullMarked;
