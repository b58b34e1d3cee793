package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A filter: {@code <filter>} or {@code @WebFilter}.
 *
 * @param name the name, unique in a descriptor
 * @param className the class, null if another descriptor tells it
 * @param initParams each name once
 * @param asyncSupported whether it may start asynchronous processing; null is no
 * @param source where it was declared
 */
public record FilterDeclaration(String name, @Nullable Setting<String> className, List<Parameter> initParams,
		@Nullable Setting<Boolean> asyncSupported, Source source) {

	public FilterDeclaration {
		initParams = List.copyOf(initParams);
	}

}
