package io.mvcbridge.benchmarks.report;

import java.util.List;

/**
 * Bars of ratios with their range as whiskers, one panel for each thing measured, all on
 * one scale, and a line where the baseline is.
 *
 * @param title above all
 * @param subtitle what is measured and how to read it
 * @param panels in reading order
 */
public record RatioChart(String title, String subtitle, List<Panel> panels) {

	private static final int PANEL_WIDTH = 480;

	private static final int LABEL_WIDTH = 130;

	private static final int PLOT_WIDTH = 230;

	private static final int ROW = 19;

	private static final int TOP = 64;

	/** Longer bars are cut there: their figures stand beside them. */
	private static final double GREATEST_SCALE = 2;

	/**
	 * A bar.
	 *
	 * @param label what it stands for
	 * @param ratio its length, and the ends of its whisker
	 * @param ours whether it stands out
	 */
	public record Bar(String label, Spread ratio, boolean ours) {

	}

	/**
	 * Bars that belong together.
	 *
	 * @param heading above them
	 * @param bars from top to bottom
	 */
	public record Panel(String heading, List<Bar> bars) {

	}

	public String toSvg() {
		int rows = this.panels.stream().mapToInt((panel) -> panel.bars().size()).max().orElse(0);
		int panelHeight = 34 + rows * ROW;
		int height = TOP + (this.panels.size() + 1) / 2 * panelHeight;
		Svg svg = new Svg(2 * PANEL_WIDTH, height, this.title, this.subtitle);
		svg.text(10, 24, "start", "title", this.title);
		svg.text(10, 44, "start", "small", this.subtitle);
		double scale = scale();
		for (int i = 0; i < this.panels.size(); i++) {
			draw(svg, this.panels.get(i), i % 2 * PANEL_WIDTH, TOP + i / 2 * panelHeight, scale);
		}
		return svg.end();
	}

	/** The ratio at the right end of every plot. */
	double scale() {
		double greatest = this.panels.stream()
			.flatMap((panel) -> panel.bars().stream())
			.mapToDouble((bar) -> bar.ratio().max())
			.filter((value) -> !Double.isNaN(value))
			.max()
			.orElse(1);
		return Math.min(Math.max(greatest, 1.1), GREATEST_SCALE);
	}

	private static void draw(Svg svg, Panel panel, int left, int top, double scale) {
		double zero = left + LABEL_WIDTH;
		svg.text(left + 10, top + 12, "start", "heading", panel.heading());
		double rowsTop = top + 20;
		double rowsEnd = rowsTop + panel.bars().size() * ROW;
		svg.line(zero, rowsTop, zero, rowsEnd, "axis");
		for (int i = 0; i < panel.bars().size(); i++) {
			Bar bar = panel.bars().get(i);
			double y = rowsTop + i * ROW;
			svg.text(zero - 6, y + 13, "end", "small", bar.label());
			Spread ratio = bar.ratio();
			if (ratio.count() == 0) {
				svg.text(zero + 6, y + 13, "start", "small", "failed");
				continue;
			}
			svg.rect(zero, y + 3, length(ratio.median(), scale), ROW - 6, bar.ours() ? "ours" : "bar");
			double from = zero + length(ratio.min(), scale);
			double to = zero + length(ratio.max(), scale);
			double middle = y + ROW / 2.0;
			svg.line(from, middle, to, middle, "whisker");
			svg.line(from, middle - 3, from, middle + 3, "whisker");
			svg.line(to, middle - 3, to, middle + 3, "whisker");
			svg.text(zero + PLOT_WIDTH + 8, y + 13, "start", "small", ratio.asRatio());
		}
		double one = zero + length(1, scale);
		svg.line(one, rowsTop, one, rowsEnd, "unit");
	}

	private static double length(double ratio, double scale) {
		return Math.min(ratio, scale) / scale * PLOT_WIDTH;
	}

}
