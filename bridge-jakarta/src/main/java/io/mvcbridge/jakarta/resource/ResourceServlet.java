package io.mvcbridge.jakarta.resource;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

import io.mvcbridge.jakarta.http.HttpDate;
import io.mvcbridge.jakarta.http.PathEncoding;
import io.mvcbridge.jakarta.http.Ranges;
import io.mvcbridge.jakarta.http.Ranges.ByteRange;
import io.mvcbridge.jakarta.request.BridgeResponse;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * The default servlet (Servlet 6.1 §12.1): answers with the resources of the application,
 * and with a welcome file for a directory. Conditional and range requests as in RFC 9110
 * §13 and §14. What lies in {@code WEB-INF} or {@code META-INF} is served only if the
 * application itself dispatches there. Directories are never listed.
 */
public final class ResourceServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private static final String ALLOWED = "GET, HEAD, OPTIONS";

	private static final int BUFFER_SIZE = 32 * 1024;

	private final transient WebResources resources;

	private final List<String> welcomeFiles;

	private final transient Predicate<String> mapped;

	/**
	 * Makes the servlet.
	 * @param resources what it serves
	 * @param welcomeFiles names that are looked for in a directory, in order
	 * @param mapped whether another servlet answers for a path, which is canonical
	 */
	public ResourceServlet(WebResources resources, List<String> welcomeFiles, Predicate<String> mapped) {
		this.resources = resources;
		this.welcomeFiles = List.copyOf(welcomeFiles);
		this.mapped = mapped;
	}

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
		switch (request.getMethod()) {
			case "GET", "HEAD" -> serve(request, response);
			case "OPTIONS" -> response.setHeader("Allow", ALLOWED);
			default -> {
				if (included || request.getDispatcherType() == DispatcherType.FORWARD) {
					// The application asked for the content, whatever the client sent.
					serve(request, response);
				}
				else {
					response.setHeader("Allow", ALLOWED);
					response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
				}
			}
		}
	}

	private void serve(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
		String path = path(request);
		WebResource resource = isAllowed(request, path) ? this.resources.find(path) : null;
		if (resource == null && path.endsWith("/") && isAllowed(request, path)) {
			welcome(path, request, response);
		}
		else if (resource == null || !isAllowed(request, resource.path())) {
			notFound(request, response, path);
		}
		else if (resource.isDirectory()) {
			serveDirectory(request, response, path);
		}
		else if (request.getDispatcherType() == DispatcherType.INCLUDE) {
			write(resource, mimeType(resource), false, response);
		}
		else {
			serveFile(resource, request, response);
		}
	}

	private static String path(HttpServletRequest request) {
		String servletPath = (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
		String pathInfo = (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO);
		if (request.getDispatcherType() != DispatcherType.INCLUDE || servletPath == null) {
			servletPath = request.getServletPath();
			pathInfo = request.getPathInfo();
		}
		String path = (pathInfo != null) ? servletPath + pathInfo : servletPath;
		return path.isEmpty() ? "/" : path;
	}

	private static boolean isAllowed(HttpServletRequest request, String path) {
		if (request.getDispatcherType() != DispatcherType.REQUEST) {
			return true;
		}
		int end = path.indexOf('/', 1);
		String first = path.substring(1, (end < 0) ? path.length() : end).toUpperCase(Locale.ROOT);
		return !first.equals("WEB-INF") && !first.equals("META-INF");
	}

	private static void notFound(HttpServletRequest request, HttpServletResponse response, String path)
			throws IOException {
		if (request.getDispatcherType() == DispatcherType.INCLUDE) {
			throw new FileNotFoundException("There is no resource " + path + " to include");
		}
		response.sendError(HttpServletResponse.SC_NOT_FOUND);
	}

	private void serveDirectory(HttpServletRequest request, HttpServletResponse response, String path)
			throws ServletException, IOException {
		boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
		if (!path.endsWith("/") && !included) {
			String query = request.getQueryString();
			response.sendRedirect(PathEncoding.encode(getServletContext().getContextPath() + path) + "/"
					+ ((query != null) ? "?" + query : ""));
			return;
		}
		welcome(path.endsWith("/") ? path : path + "/", request, response);
	}

	/**
	 * Dispatches to the first welcome file that is in a directory or, if none is, to the
	 * first that a servlet is mapped to (Servlet 6.1 §10.10). The directory itself need
	 * not be there for a servlet.
	 */
	private void welcome(String directory, HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		String welcome = welcome(directory);
		if (welcome == null) {
			notFound(request, response, directory);
			return;
		}
		RequestDispatcher dispatcher = request.getServletContext().getRequestDispatcher(PathEncoding.encode(welcome));
		if (request.getDispatcherType() == DispatcherType.INCLUDE) {
			dispatcher.include(request, response);
		}
		else {
			dispatcher.forward(request, response);
		}
	}

	private @Nullable String welcome(String directory) {
		for (String welcomeFile : this.welcomeFiles) {
			WebResource file = this.resources.find(directory + welcomeFile);
			if (file != null && !file.isDirectory()) {
				return directory + welcomeFile;
			}
		}
		for (String welcomeFile : this.welcomeFiles) {
			String path = directory + welcomeFile;
			if (!isPage(path) && this.mapped.test(path)) {
				return path;
			}
		}
		return null;
	}

	/** A JSP is mapped whether it is there or not. */
	private static boolean isPage(String path) {
		return path.endsWith(".jsp") || path.endsWith(".jspx");
	}

	private void serveFile(WebResource resource, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		String type = mimeType(resource);
		if (request.getDispatcherType() == DispatcherType.ERROR || isBegun(response)) {
			// Status and validators are those of the error, or of a body that a filter
			// began and that the file is only a part of.
			send(resource, type, request, response);
			return;
		}
		Preconditions preconditions = new Preconditions(resource, request);
		int status = preconditions.status();
		if (status == HttpServletResponse.SC_PRECONDITION_FAILED) {
			response.sendError(status);
			return;
		}
		response.setHeader("ETag", preconditions.etag());
		if (resource.lastModified() > 0) {
			response.setHeader("Last-Modified", HttpDate.format(resource.lastModified()));
		}
		if (status == HttpServletResponse.SC_NOT_MODIFIED) {
			response.setStatus(status);
			return;
		}
		response.setHeader("Accept-Ranges", "bytes");
		Ranges ranges = preconditions.ranges();
		if (ranges != null && !ranges.isSatisfiable()) {
			response.setHeader("Content-Range", "bytes */" + resource.length());
			response.sendError(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
		}
		else if (isLeftToProxy(resource, type, response)) {
			return;
		}
		else if (ranges == null) {
			send(resource, type, request, response);
		}
		else if (ranges.ranges().size() == 1) {
			sendRange(resource, type, ranges.ranges().get(0), response);
		}
		else {
			new MultipartRanges(resource, type, ranges.ranges()).send(response);
		}
	}

	private static boolean isLeftToProxy(WebResource resource, @Nullable String type, HttpServletResponse response) {
		Path file = resource.file();
		BridgeResponse own = (file != null) ? BridgeResponse.find(response) : null;
		if (file == null || own == null || !own.accelerate(file)) {
			return false;
		}
		if (type != null) {
			response.setContentType(type);
		}
		return true;
	}

	private static void send(WebResource resource, @Nullable String type, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		if (type != null) {
			response.setContentType(type);
		}
		boolean whole = !isBegun(response);
		if (whole && request.getMethod().equals("HEAD")) {
			response.setContentLengthLong(resource.length());
			return;
		}
		write(resource, type, whole, response);
	}

	/**
	 * Writes a resource into a response, in the way that the application writes it.
	 * @param resource the resource
	 * @param type its media type, null if that is not known
	 * @param whole whether it is all of the body
	 * @param response the response
	 * @throws IOException if the resource cannot be read or written
	 * @throws IllegalStateException if the application writes characters, and the
	 * resource is no text
	 */
	private static void write(WebResource resource, @Nullable String type, boolean whole, HttpServletResponse response)
			throws IOException {
		OutputStream out;
		try {
			out = response.getOutputStream();
		}
		catch (IllegalStateException ex) {
			if (!isText(type)) {
				throw new IllegalStateException("The resource " + resource.path() + " of type " + type
						+ " is no text, and this response is one: getWriter() was called on it", ex);
			}
			try (InputStreamReader reader = new InputStreamReader(resource.open(), StandardCharsets.UTF_8)) {
				reader.transferTo(response.getWriter());
			}
			return;
		}
		if (whole) {
			response.setContentLengthLong(resource.length());
		}
		copy(resource, 0, resource.length(), out);
	}

	private static boolean isBegun(HttpServletResponse response) {
		BridgeResponse own = BridgeResponse.find(response);
		return own != null && own.isBodyBegun();
	}

	private static boolean isText(@Nullable String type) {
		return type == null || type.startsWith("text/") || type.endsWith("xml") || type.endsWith("json")
				|| type.endsWith("javascript");
	}

	private @Nullable String mimeType(WebResource resource) {
		return getServletContext().getMimeType(resource.path());
	}

	private static void sendRange(WebResource resource, @Nullable String type, ByteRange range,
			HttpServletResponse response) throws IOException {
		response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
		if (type != null) {
			response.setContentType(type);
		}
		response.setHeader("Content-Range", range.contentRange(resource.length()));
		response.setContentLengthLong(range.length());
		copy(resource, range.first(), range.length(), response.getOutputStream());
	}

	/**
	 * Writes a piece of a resource.
	 * @param resource the resource
	 * @param first where the piece begins
	 * @param length how many bytes it has
	 * @param out where to write it
	 * @throws IOException if the resource cannot be read, has become shorter, or cannot
	 * be written
	 */
	static void copy(WebResource resource, long first, long length, OutputStream out) throws IOException {
		try (InputStream in = resource.open()) {
			in.skipNBytes(first);
			byte[] buffer = new byte[(int) Math.max(1, Math.min(BUFFER_SIZE, length))];
			long left = length;
			while (left > 0) {
				int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
				if (read < 0) {
					throw new IOException(
							"The resource " + resource.path() + " has become " + left + " bytes shorter meanwhile");
				}
				out.write(buffer, 0, read);
				left -= read;
			}
		}
	}

}
