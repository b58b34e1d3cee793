package io.mvcbridge.benchmarks.report;

import java.util.Locale;

/**
 * Writes one picture as SVG 1.1: shapes that take their colours from a style sheet with a
 * light and a dark half, on no background of its own, so that it is readable wherever it
 * is shown.
 */
final class Svg {

	private static final String STYLE = """
			text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
			.small { font-size: 11px; fill: #59636e }
			.heading { font-size: 13px; font-weight: 600 }
			.title { font-size: 16px; font-weight: 600 }
			.bar { fill: #8c959f }
			.ours { fill: #0969da }
			.whisker { stroke: #1f2328; stroke-width: 1.5 }
			.axis { stroke: #d1d9e0; stroke-width: 1 }
			.unit { stroke: #cf222e; stroke-width: 1; stroke-dasharray: 4 3 }
			.line { fill: none; stroke-width: 1.8 }
			.c0 { stroke: #0969da } .c1 { stroke: #cf222e } .c2 { stroke: #1a7f37 } .c3 { stroke: #9a6700 }
			.c4 { stroke: #8250df } .c5 { stroke: #bf3989 } .c6 { stroke: #57606a } .c7 { stroke: #0a7ea4 }
			@media (prefers-color-scheme: dark) {
			text { fill: #e6edf3 }
			.small { fill: #9198a1 }
			.bar { fill: #6e7681 }
			.ours { fill: #4493f8 }
			.whisker { stroke: #e6edf3 }
			.axis { stroke: #3d444d }
			.unit { stroke: #ff7b72 }
			.c0 { stroke: #58a6ff } .c1 { stroke: #ff7b72 } .c2 { stroke: #3fb950 } .c3 { stroke: #d29922 }
			.c4 { stroke: #bc8cff } .c5 { stroke: #f778ba } .c6 { stroke: #8b949e } .c7 { stroke: #39c5cf }
			}
			""";

	/** How many colours the style sheet has for lines. */
	static final int COLOURS = 8;

	private final StringBuilder out = new StringBuilder(4096);

	Svg(int width, int height, String title, String description) {
		this.out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"")
			.append(width)
			.append("\" height=\"")
			.append(height)
			.append("\" viewBox=\"0 0 ")
			.append(width)
			.append(' ')
			.append(height)
			.append("\">\n<title>")
			.append(escape(title))
			.append("</title>\n<desc>")
			.append(escape(description))
			.append("</desc>\n<style>\n")
			.append(STYLE)
			.append("</style>\n");
	}

	Svg rect(double x, double y, double width, double height, String style) {
		return shape("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", style, x, y, width,
				height);
	}

	Svg line(double x1, double y1, double x2, double y2, String style) {
		return shape("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", style, x1, y1, x2, y2);
	}

	/** A line through points; one that is {@code NaN} leaves a gap. */
	Svg path(double[] x, double[] y, String style) {
		StringBuilder path = new StringBuilder();
		boolean pen = false;
		for (int i = 0; i < x.length; i++) {
			if (Double.isNaN(y[i])) {
				pen = false;
				continue;
			}
			path.append(String.format(Locale.ROOT, "%s%.1f %.1f", pen ? "L" : "M", x[i], y[i]));
			pen = true;
		}
		return shape("<path class=\"%s\" d=\"%s\"/>", style, path);
	}

	/**
	 * Text.
	 * @param anchor which part of it is at x: start, middle or end
	 */
	Svg text(double x, double y, String anchor, String style, String text) {
		return shape("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", style, x, y, anchor,
				escape(text));
	}

	String end() {
		return this.out.append("</svg>\n").toString();
	}

	private Svg shape(String pattern, Object... values) {
		this.out.append(String.format(Locale.ROOT, pattern, values)).append('\n');
		return this;
	}

	/**
	 * Makes text safe between tags and in attributes; what XML 1.0 cannot hold is left
	 * out.
	 */
	static String escape(String text) {
		StringBuilder escaped = new StringBuilder(text.length() + 16);
		text.codePoints().forEach((character) -> {
			switch (character) {
				case '<' -> escaped.append("&lt;");
				case '>' -> escaped.append("&gt;");
				case '&' -> escaped.append("&amp;");
				case '"' -> escaped.append("&quot;");
				case '\'' -> escaped.append("&#39;");
				default -> {
					boolean allowed = character >= 0x20 && !(character >= 0xD800 && character <= 0xDFFF)
							&& character != 0xFFFE && character != 0xFFFF;
					if (allowed || character == '\t' || character == '\n') {
						escaped.appendCodePoint(character);
					}
				}
			}
		});
		return escaped.toString();
	}

}
