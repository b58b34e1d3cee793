/**
 * Files that Spring MVC would write, left to the proxy in front: resources of handlers
 * and of controllers alike.
 */
@NullMarked
package io.mvcbridge.spring.accel;

import org.jspecify.annotations.NullMarked;
