/**
 * What the classes of a web archive say without being loaded: the annotations of
 * servlets, filters and listeners, and which classes an initializer wants to know of
 * (Servlet 6.1 §8.1, §8.2.4). Reads class files with Jandex, which nothing else knows.
 */
@NullMarked
package io.mvcbridge.jakarta.deploy.scan;

import org.jspecify.annotations.NullMarked;
