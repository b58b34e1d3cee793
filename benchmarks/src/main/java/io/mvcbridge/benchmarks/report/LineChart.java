package io.mvcbridge.benchmarks.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lines over seconds, one panel for each figure, one colour for each name in all of them.
 *
 * @param title above all
 * @param subtitle what was done
 * @param panels from top to bottom
 */
public record LineChart(String title, String subtitle, List<Panel> panels) {

	private static final int WIDTH = 960;

	private static final int LEFT = 70;

	private static final int PLOT_WIDTH = 700;

	private static final int PLOT_HEIGHT = 150;

	private static final int PANEL_HEIGHT = 210;

	private static final int TOP = 64;

	/**
	 * A line.
	 *
	 * @param name what it stands for
	 * @param values one a second; {@code NaN} leaves a gap
	 */
	public record Line(String name, List<Double> values) {

	}

	/**
	 * Lines on one scale.
	 *
	 * @param heading what the figure is, with its unit
	 * @param lines in the order of their colours
	 */
	public record Panel(String heading, List<Line> lines) {

	}

	public String toSvg() {
		Svg svg = new Svg(WIDTH, TOP + this.panels.size() * PANEL_HEIGHT, this.title, this.subtitle);
		svg.text(10, 24, "start", "title", this.title);
		svg.text(10, 44, "start", "small", this.subtitle);
		List<String> names = names();
		for (int i = 0; i < this.panels.size(); i++) {
			draw(svg, this.panels.get(i), TOP + i * PANEL_HEIGHT, names);
		}
		for (int i = 0; i < names.size(); i++) {
			double y = TOP + 30 + i * 20;
			svg.line(LEFT + PLOT_WIDTH + 20, y, LEFT + PLOT_WIDTH + 44, y, "line c" + i % Svg.COLOURS);
			svg.text(LEFT + PLOT_WIDTH + 50, y + 4, "start", "small", names.get(i));
		}
		return svg.end();
	}

	private List<String> names() {
		Set<String> names = new LinkedHashSet<>();
		this.panels.forEach((panel) -> panel.lines().forEach((line) -> names.add(line.name())));
		return List.copyOf(names);
	}

	private static void draw(Svg svg, Panel panel, double top, List<String> names) {
		double plotTop = top + 24;
		double bottom = plotTop + PLOT_HEIGHT;
		int seconds = panel.lines().stream().mapToInt((line) -> line.values().size()).max().orElse(0);
		double greatest = panel.lines()
			.stream()
			.flatMap((line) -> line.values().stream())
			.filter((value) -> !value.isNaN())
			.mapToDouble(Double::doubleValue)
			.max()
			.orElse(1);
		double scale = roundedUp(greatest);
		svg.text(10, top + 12, "start", "heading", panel.heading());
		for (int i = 0; i <= 4; i++) {
			double y = bottom - i * PLOT_HEIGHT / 4.0;
			svg.line(LEFT, y, LEFT + PLOT_WIDTH, y, "axis");
			svg.text(LEFT - 6, y + 4, "end", "small", Figures.shortly(scale * i / 4));
		}
		svg.text(LEFT, bottom + 16, "start", "small", "1 s");
		svg.text(LEFT + PLOT_WIDTH, bottom + 16, "end", "small", seconds + " s");
		for (Line line : panel.lines()) {
			int length = line.values().size();
			double[] x = new double[length];
			double[] y = new double[length];
			for (int i = 0; i < length; i++) {
				x[i] = LEFT + ((seconds < 2) ? 0 : (double) PLOT_WIDTH * i / (seconds - 1));
				y[i] = bottom - line.values().get(i) / scale * PLOT_HEIGHT;
			}
			svg.path(x, y, "line c" + names.indexOf(line.name()) % Svg.COLOURS);
		}
	}

	/** The least of 1, 2, 4, 5 or 8 times a power of ten that is not less. */
	static double roundedUp(double value) {
		if (value <= 0) {
			return 1;
		}
		double power = Math.pow(10, Math.floor(Math.log10(value)));
		for (double step : new double[] { 1, 2, 4, 5, 8 }) {
			if (value <= step * power * (1 + 1e-9)) {
				return step * power;
			}
		}
		return 10 * power;
	}

}
