/** The routes of Spring MVC, for a server whose event loops carry threads. */
@NullMarked
package io.mvcbridge.spring.route;

import org.jspecify.annotations.NullMarked;
