package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A servlet: {@code <servlet>} or {@code @WebServlet}.
 *
 * @param name the name, unique in a descriptor
 * @param className the class, null if there is a JSP file or if another descriptor tells
 * it
 * @param jspFile the JSP file, a path that begins with {@code /}; never together with a
 * class
 * @param initParams each name once
 * @param loadOnStartup when to load it: negative or null on its first request, else in
 * ascending order
 * @param enabled whether it can be called; null is yes
 * @param asyncSupported whether it may start asynchronous processing; null is no
 * @param runAs the role it calls others with; null is that of the caller
 * @param roleReferences what its code calls the roles
 * @param multipart how it receives uploads; null if it does not
 * @param source where it was declared
 */
public record ServletDeclaration(String name, @Nullable Setting<String> className, @Nullable Setting<String> jspFile,
		List<Parameter> initParams, @Nullable Setting<Integer> loadOnStartup, @Nullable Setting<Boolean> enabled,
		@Nullable Setting<Boolean> asyncSupported, @Nullable Setting<String> runAs, List<RoleReference> roleReferences,
		@Nullable Multipart multipart, Source source) {

	public ServletDeclaration {
		initParams = List.copyOf(initParams);
		roleReferences = List.copyOf(roleReferences);
	}

	/**
	 * How a servlet receives uploads: {@code <multipart-config>} or
	 * {@code @MultipartConfig}.
	 *
	 * <p>
	 * What is null was not said. In a merged descriptor only the location may be null.
	 *
	 * @param location the folder of temporary files, null or empty for the context's own
	 * @param maxFileSize in bytes, negative without limit
	 * @param maxRequestSize in bytes, negative without limit
	 * @param fileSizeThreshold in bytes: what is longer goes to a file
	 * @param source where it was said
	 */
	public record Multipart(@Nullable String location, @Nullable Long maxFileSize, @Nullable Long maxRequestSize,
			@Nullable Integer fileSizeThreshold, Source source) {
	}

	/**
	 * What the code of a servlet calls a role: {@code <security-role-ref>}.
	 *
	 * @param name the name in the code
	 * @param link the role of the application, null for the one of the same name
	 * @param source where it was said
	 */
	public record RoleReference(String name, @Nullable String link, Source source) {
	}

}
