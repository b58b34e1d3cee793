/**
 * What an application that runs on MVC Bridge may use: above all {@code BridgeStatus}.
 */
@NullMarked
package io.mvcbridge.spring;

import org.jspecify.annotations.NullMarked;
