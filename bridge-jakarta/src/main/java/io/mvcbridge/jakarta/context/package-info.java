/**
 * One web application: servlet context, registrations, mapping, filter chains,
 * dispatchers, listeners, error pages and resources.
 */
@NullMarked
package io.mvcbridge.jakarta.context;

import org.jspecify.annotations.NullMarked;
