/**
 * What a web application says of itself in {@code web.xml}, in web fragments and in
 * annotations, as data: reading it, ordering the fragments (Servlet 6.1 §8.2.2) and
 * assembling the one descriptor that counts (Servlet 6.1 §8.2.3). Knows neither the
 * container nor a class loader: classes are names here.
 */
@NullMarked
package io.mvcbridge.jakarta.deploy.descriptor;

import org.jspecify.annotations.NullMarked;
