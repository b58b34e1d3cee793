package io.mvcbridge.benchmarks.report;

import java.io.StringReader;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What keeps a picture well-formed.
 */
class SvgTests {

	@Test
	void markupInTextIsEscaped() {
		assertThat(Svg.escape("<a href=\"x\">R&D's</a>"))
			.isEqualTo("&lt;a href=&quot;x&quot;&gt;R&amp;D&#39;s&lt;/a&gt;");
	}

	@Test
	void whatXmlCannotHoldIsLeftOut() {
		assertThat(Svg.escape("a\u0000b\u001bc\ud800d\ufffee\tf")).isEqualTo("abcde\tf");
	}

	@Test
	void lettersOfAllLanguagesStay() {
		assertThat(Svg.escape("µs – 日本 😀")).isEqualTo("µs – 日本 😀");
	}

	@Test
	void aPictureIsWellFormedWhateverItsTextsAre() throws Exception {
		String svg = new Svg(100, 50, "a < b & \"c\"", "]]>").text(1, 2, "start", "small", "<script>").end();
		String title = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(svg)))
			.getElementsByTagName("title")
			.item(0)
			.getTextContent();
		assertThat(title).isEqualTo("a < b & \"c\"");
	}

	@Test
	void aMissingPointLeavesAGapInALine() {
		String svg = new Svg(10, 10, "", "")
			.path(new double[] { 0, 1, 2, 3 }, new double[] { 5, 6, Double.NaN, 8 }, "line")
			.end();
		assertThat(svg).contains("d=\"M0.0 5.0L1.0 6.0M3.0 8.0\"");
	}

}
