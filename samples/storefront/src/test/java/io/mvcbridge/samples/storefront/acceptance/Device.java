package io.mvcbridge.samples.storefront.acceptance;

import java.util.Map;

import org.openqa.selenium.chrome.ChromeOptions;

/**
 * What a person holds in the hand.
 */
enum Device {

	DESKTOP(1280, 900),

	PHONE(390, 844);

	private final int width;

	private final int height;

	Device(int width, int height) {
		this.width = width;
		this.height = height;
	}

	/** The width of a page, in CSS pixels. */
	int width() {
		return this.width;
	}

	void applyTo(ChromeOptions options) {
		if (this == PHONE) {
			options.setExperimentalOption("mobileEmulation", Map.of("deviceMetrics", Map.of("width", this.width,
					"height", this.height, "pixelRatio", 2.0, "touch", true, "mobile", true)));
		}
		else {
			options.addArguments("--window-size=" + this.width + "," + this.height);
		}
	}

}
