/**
 * The socket side: listener, HTTP pipeline, exchange handler, guard, admission and
 * servlet threads. Only {@link io.mvcbridge.core.server.BridgeServer} and its settings
 * are meant for use from outside.
 */
@NullMarked
package io.mvcbridge.core.server;

import org.jspecify.annotations.NullMarked;
