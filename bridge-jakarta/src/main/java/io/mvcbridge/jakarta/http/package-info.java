/**
 * What a request or response says, as text: targets, parameters, cookies, languages,
 * dates, media types, header values. Pure functions and small values; knows no container.
 */
@NullMarked
package io.mvcbridge.jakarta.http;

import org.jspecify.annotations.NullMarked;
