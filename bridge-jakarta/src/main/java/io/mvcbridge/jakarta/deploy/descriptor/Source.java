package io.mvcbridge.jakarta.deploy.descriptor;

/**
 * Where something was said, for messages.
 *
 * @param file the descriptor as the application's author knows it, like
 * {@code WEB-INF/web.xml} or {@code WEB-INF/lib/shop.jar!/META-INF/web-fragment.xml}; the
 * name of the class if an annotation said it
 * @param line the line, from 1; 0 if there are none, as in a class
 */
public record Source(String file, int line) {

	public Source {
		if (line < 0) {
			throw new IllegalArgumentException("The line of " + file + " is " + line + ", it must not be negative");
		}
	}

	/**
	 * A source without lines.
	 * @param name the name of a class or an archive
	 * @return the source
	 */
	public static Source of(String name) {
		return new Source(name, 0);
	}

	@Override
	public String toString() {
		return (this.line == 0) ? this.file : this.file + ":" + this.line;
	}

}
