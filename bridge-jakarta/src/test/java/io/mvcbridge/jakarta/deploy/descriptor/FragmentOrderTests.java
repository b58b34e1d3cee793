package io.mvcbridge.jakarta.deploy.descriptor;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The order of web fragments (Servlet 6.1 §8.2.2). */
class FragmentOrderTests {

	private static final String BEFORE_OTHERS = "<ordering><before><others/></before></ordering>";

	private static final String AFTER_OTHERS = "<ordering><after><others/></after></ordering>";

	@Test
	void withoutAnyOrderTheGivenOneStays() {
		FragmentOrder order = FragmentOrder.of(Descriptors.webXml(""),
				List.of(named("C", ""), plain("x"), named("A", ""), named("B", "")));
		assertThat(archives(order.included())).containsExactly("C", "x", "A", "B");
		assertThat(order.excluded()).isEmpty();
		assertThat(order.specified()).isFalse();
	}

	@Test
	void theExampleOfTheSpecification() {
		FragmentOrder order = FragmentOrder.of(null, List.of(named("MyFragment1", after("MyFragment2")),
				named("MyFragment2", ""), named("MyFragment3", BEFORE_OTHERS)));
		assertThat(archives(order.included())).containsExactly("MyFragment3", "MyFragment2", "MyFragment1");
		assertThat(order.specified()).isTrue();
	}

	@Test
	void theFirstExampleOfOthers() {
		List<WebFragment> fragments = List.of(named("A", "<ordering><after><others/><name>C</name></after></ordering>"),
				named("B", BEFORE_OTHERS), named("C", AFTER_OTHERS), named("D", ""), named("E", ""),
				named("F", "<ordering><before><others/><name>B</name></before></ordering>"));
		assertThat(archives(FragmentOrder.of(null, fragments).included())).containsExactly("F", "B", "D", "E", "C",
				"A");
	}

	@Test
	void theSecondExampleOfOthersInWhateverOrderItIsGiven() {
		WebFragment unnamed = Descriptors.fragment("noid",
				"<ordering><after><others/></after><before><name>C</name></before></ordering>");
		List<WebFragment> fragments = List.of(unnamed, named("B", BEFORE_OTHERS), named("C", ""),
				named("D", AFTER_OTHERS), named("E", BEFORE_OTHERS), named("F", ""));
		for (List<WebFragment> given : permutations(fragments)) {
			assertThat(String.join(" ", archives(FragmentOrder.of(null, given).included()))).isIn("B E F noid C D",
					"B E F noid D C", "E B F noid C D", "E B F noid D C", "E B F D noid C", "B E F D noid C");
		}
	}

	@Test
	void theThirdExampleOfOthersInWhateverOrderItIsGiven() {
		List<WebFragment> fragments = List.of(named("A", after("B")), named("B", ""), named("C", BEFORE_OTHERS),
				named("D", ""));
		for (List<WebFragment> given : permutations(fragments)) {
			assertThat(String.join(" ", archives(FragmentOrder.of(null, given).included()))).isIn("C B D A", "C D B A",
					"C B A D");
		}
	}

	@Test
	void archivesWithoutDescriptorAreAmongTheOthers() {
		FragmentOrder order = FragmentOrder.of(null,
				List.of(named("A", AFTER_OTHERS), plain("x"), named("B", BEFORE_OTHERS)));
		assertThat(archives(order.included())).containsExactly("B", "x", "A");
	}

	@Test
	void whoHasToBeAfterTheLastOnesIsLastToo() {
		FragmentOrder order = FragmentOrder.of(null,
				List.of(named("A", after("B")), named("B", AFTER_OTHERS), named("C", "")));
		assertThat(archives(order.included())).containsExactly("C", "B", "A");
	}

	@Test
	void namesOfAbsentFragmentsDoNotMatter() {
		FragmentOrder order = FragmentOrder.of(null,
				List.of(named("A", after("absent")), named("B", before("absent"))));
		assertThat(archives(order.included())).containsExactly("A", "B");
	}

	@Test
	void aCircleIsNamed() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> FragmentOrder.of(null,
					List.of(named("A", after("B")), named("X", ""), named("B", after("C")), named("C", after("A")))))
			.withMessage("The order of the web fragments is a circle: "
					+ "'A' (WEB-INF/lib/A.jar!/META-INF/web-fragment.xml:2) comes after "
					+ "'B' (WEB-INF/lib/B.jar!/META-INF/web-fragment.xml:2) comes after "
					+ "'C' (WEB-INF/lib/C.jar!/META-INF/web-fragment.xml:2) comes after "
					+ "'A' (WEB-INF/lib/A.jar!/META-INF/web-fragment.xml:2); remove one of these <ordering> elements, "
					+ "or order all with <absolute-ordering> in WEB-INF/web.xml");
	}

	@Test
	void aFragmentBeforeItselfIsACircle() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> FragmentOrder.of(null, List.of(named("A", before("A")))))
			.withMessage("The order of the web fragments is a circle: "
					+ "'A' (WEB-INF/lib/A.jar!/META-INF/web-fragment.xml:2) comes after "
					+ "'A' (WEB-INF/lib/A.jar!/META-INF/web-fragment.xml:2); remove one of these <ordering> elements, "
					+ "or order all with <absolute-ordering> in WEB-INF/web.xml");
	}

	@Test
	void aFragmentThatIsDrawnToBothEndsIsNamed() {
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(
					() -> FragmentOrder.of(null,
							List.of(named("A", BEFORE_OTHERS), named("B",
									"<ordering><after><others/></after><before><name>A</name></before></ordering>"))))
			.withMessage(
					"The web fragment 'A' (WEB-INF/lib/A.jar!/META-INF/web-fragment.xml:2) has to be both before and "
							+ "after all others, because it or one that it is ordered with says so; remove one of the <others/>, "
							+ "or order all with <absolute-ordering> in WEB-INF/web.xml");
	}

	@Test
	void twoFragmentsOfOneName() {
		WebFragment other = Descriptors.fragment("other", "\n\n<name>A</name>");
		assertThatExceptionOfType(DescriptorException.class)
			.isThrownBy(() -> FragmentOrder.of(null, List.of(named("A", ""), other)))
			.withMessage("Two fragments have the name 'A': WEB-INF/lib/A.jar!/META-INF/web-fragment.xml:1 and "
					+ "WEB-INF/lib/other.jar!/META-INF/web-fragment.xml:3; remove one of the archives, rename one of the "
					+ "fragments, or order them with <absolute-ordering> in WEB-INF/web.xml");
	}

	@Test
	void anAbsoluteOrderLeavesOutWhatItDoesNotName() {
		FragmentOrder order = absolute("<name>MyFragment3</name><name>absent</name><name>MyFragment2</name>",
				named("MyFragment1", ""), named("MyFragment2", ""), named("MyFragment3", ""), plain("x"));
		assertThat(archives(order.included())).containsExactly("MyFragment3", "MyFragment2");
		assertThat(archives(order.excluded())).containsExactly("MyFragment1", "x");
		assertThat(order.specified()).isTrue();
	}

	@Test
	void anEmptyAbsoluteOrderLeavesOutAll() {
		FragmentOrder order = absolute("", named("A", ""), plain("x"));
		assertThat(order.included()).isEmpty();
		assertThat(archives(order.excluded())).containsExactly("A", "x");
	}

	@Test
	void othersOfAnAbsoluteOrderComeInItsPlace() {
		FragmentOrder order = absolute("<name>C</name><others/><name>A</name>", named("A", ""), plain("x"),
				named("B", ""), named("C", ""));
		assertThat(archives(order.included())).containsExactly("C", "x", "B", "A");
		assertThat(order.excluded()).isEmpty();
	}

	@Test
	void ofANameThatAnAbsoluteOrderRepeatsTheFirstCounts() {
		FragmentOrder order = absolute("<name>B</name><name>A</name><name>B</name>", named("A", ""), named("B", ""));
		assertThat(archives(order.included())).containsExactly("B", "A");
	}

	@Test
	void anAbsoluteOrderOverridesRelativeOnesAndAllowsNamesTwice() {
		WebFragment other = Descriptors.fragment("other", "<name>A</name>");
		FragmentOrder order = absolute("<name>A</name><name>B</name>", named("B", BEFORE_OTHERS),
				named("A", after("B")), other);
		assertThat(archives(order.included())).containsExactly("A", "other", "B");
	}

	@Test
	void aCompleteWebXmlLeavesOrdersOutOfAccount() {
		WebDescriptor complete = Descriptors
			.readWebXml("<web-app metadata-complete='true'><absolute-ordering/></web-app>");
		FragmentOrder order = FragmentOrder.of(complete, List.of(named("B", after("A")), named("A", after("B"))));
		assertThat(archives(order.included())).containsExactly("B", "A");
		assertThat(order.excluded()).isEmpty();
		assertThat(order.specified()).isFalse();
	}

	private static FragmentOrder absolute(String ordering, WebFragment... fragments) {
		return FragmentOrder.of(Descriptors.webXml("<absolute-ordering>" + ordering + "</absolute-ordering>"),
				List.of(fragments));
	}

	private static WebFragment named(String name, String ordering) {
		return Descriptors.fragment(name, "<name>" + name + "</name>\n" + ordering);
	}

	private static WebFragment plain(String archive) {
		return new WebFragment("WEB-INF/lib/" + archive + ".jar", null, null);
	}

	private static String after(String name) {
		return "<ordering><after><name>" + name + "</name></after></ordering>";
	}

	private static String before(String name) {
		return "<ordering><before><name>" + name + "</name></before></ordering>";
	}

	private static List<String> archives(List<WebFragment> fragments) {
		return fragments.stream()
			.map((fragment) -> fragment.archive().substring("WEB-INF/lib/".length()).replace(".jar", ""))
			.toList();
	}

	private static <T> List<List<T>> permutations(List<T> elements) {
		if (elements.isEmpty()) {
			return List.of(List.of());
		}
		List<List<T>> permutations = new ArrayList<>();
		for (T element : elements) {
			List<T> rest = new ArrayList<>(elements);
			rest.remove(element);
			for (List<T> tail : permutations(rest)) {
				List<T> permutation = new ArrayList<>(List.of(element));
				permutation.addAll(tail);
				permutations.add(permutation);
			}
		}
		return permutations;
	}

}
