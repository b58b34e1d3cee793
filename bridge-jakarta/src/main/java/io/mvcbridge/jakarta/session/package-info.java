/**
 * HTTP sessions and where they are kept: {@link io.mvcbridge.jakarta.session.Sessions} is
 * what requests use, {@link io.mvcbridge.jakarta.session.InMemorySessions} what a context
 * makes, and {@link io.mvcbridge.jakarta.session.SessionStore} what keeps sessions while
 * no application runs. Knows neither requests nor registrations.
 */
@NullMarked
package io.mvcbridge.jakarta.session;

import org.jspecify.annotations.NullMarked;
