package io.mvcbridge.jakarta.deploy.descriptor;

import org.jspecify.annotations.Nullable;

/**
 * An error page: {@code <error-page>}. With neither a status nor an exception it is the
 * page for all errors that have none of their own.
 *
 * @param status the status, null if it is for an exception or for all
 * @param exceptionType the class of the exception, null if it is for a status or for all
 * @param location the path, which begins with {@code /}
 * @param source where it was said
 */
public record ErrorPage(@Nullable Integer status, @Nullable String exceptionType, String location, Source source) {
}
