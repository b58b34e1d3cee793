/**
 * Who may do what (Servlet 6.1 §13): constraints and how they combine, the login
 * mechanisms, where users come from, and the identity of one request. Knows requests by
 * the Servlet API and by {@link io.mvcbridge.jakarta.security.SecuredRequest} only.
 */
@NullMarked
package io.mvcbridge.jakarta.security;

import org.jspecify.annotations.NullMarked;
