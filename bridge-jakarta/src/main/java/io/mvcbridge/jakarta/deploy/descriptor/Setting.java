package io.mvcbridge.jakarta.deploy.descriptor;

/**
 * One value and who said it. Where a setting may be absent, it is null, because a value
 * that was said explicitly wins over others even if it is the default.
 *
 * @param value the value
 * @param source where it was said
 * @param <T> what kind of value
 */
public record Setting<T>(T value, Source source) {
}
