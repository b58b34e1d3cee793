package io.mvcbridge.jakarta.request;

import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.DispatcherType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DispatchFramesTests {

	private final DispatchFrames frames = new DispatchFrames();

	DispatchFramesTests() {
		this.frames.push(TestContext.frame(DispatcherType.REQUEST, "/original", "a=1"));
	}

	private DispatchFrame enter(DispatcherType type, String path, String query) {
		DispatchFrame frame = TestContext.frame(type, path, query);
		this.frames.push(frame);
		return frame;
	}

	@Test
	void forwardShowsItsPathsAndTheOriginalOnesAsAttributes() {
		enter(DispatcherType.FORWARD, "/target", null);
		assertThat(this.frames.paths().servletPath()).isEqualTo("/target");
		assertThat(this.frames.attribute("jakarta.servlet.forward.request_uri")).isEqualTo("/original");
		assertThat(this.frames.attribute("jakarta.servlet.forward.query_string")).isEqualTo("a=1");
		assertThat(this.frames.attribute("jakarta.servlet.forward.mapping")).isSameAs(this.frames.original().mapping());
		assertThat(this.frames.attribute("jakarta.servlet.include.request_uri")).isNull();
	}

	@Test
	void forwardAttributesSpeakOfTheOriginalHoweverOftenItIsForwarded() {
		enter(DispatcherType.FORWARD, "/first", "b=2");
		enter(DispatcherType.FORWARD, "/second", null);
		enter(DispatcherType.INCLUDE, "/part", null);
		assertThat(this.frames.attribute("jakarta.servlet.forward.request_uri")).isEqualTo("/original");
	}

	@Test
	void includeShowsItsPathsAsAttributesOnly() {
		enter(DispatcherType.INCLUDE, "/part", "c=3");
		assertThat(this.frames.paths().servletPath()).isEqualTo("/original");
		assertThat(this.frames.queryString()).isEqualTo("a=1");
		assertThat(this.frames.attribute("jakarta.servlet.include.servlet_path")).isEqualTo("/part");
		assertThat(this.frames.attribute("jakarta.servlet.include.query_string")).isEqualTo("c=3");
	}

	@Test
	void nestedIncludeReplacesTheAttributesUntilItEnds() {
		enter(DispatcherType.INCLUDE, "/outer", null);
		DispatchFrame inner = enter(DispatcherType.INCLUDE, "/inner", null);
		assertThat(this.frames.attribute("jakarta.servlet.include.request_uri")).isEqualTo("/inner");
		this.frames.pop(inner);
		assertThat(this.frames.attribute("jakarta.servlet.include.request_uri")).isEqualTo("/outer");
	}

	@Test
	void forwardWithinAnIncludeIsNoInclude() {
		enter(DispatcherType.INCLUDE, "/part", null);
		enter(DispatcherType.FORWARD, "/target", null);
		assertThat(this.frames.attribute("jakarta.servlet.include.request_uri")).isNull();
	}

	@Test
	void namedDispatchesShowNoAttributesAndLeaveThePaths() {
		this.frames.push(TestContext.named(DispatcherType.FORWARD, "target"));
		assertThat(this.frames.paths().servletPath()).isEqualTo("/original");
		assertThat(this.frames.queryString()).isEqualTo("a=1");
		assertThat(this.frames.attribute("jakarta.servlet.forward.request_uri")).isNull();
		this.frames.push(TestContext.named(DispatcherType.INCLUDE, "part"));
		assertThat(this.frames.attribute("jakarta.servlet.include.request_uri")).isNull();
	}

	@Test
	void queryOfTheNearestDispatchThatHasOneCounts() {
		enter(DispatcherType.FORWARD, "/first", "b=2");
		enter(DispatcherType.FORWARD, "/second", null);
		assertThat(this.frames.queryString()).isEqualTo("b=2");
	}

	@Test
	void asyncDispatchShowsTheOriginalPathsAsAttributes() {
		enter(DispatcherType.ASYNC, "/again", null);
		assertThat(this.frames.paths().servletPath()).isEqualTo("/again");
		assertThat(this.frames.attribute("jakarta.servlet.async.request_uri")).isEqualTo("/original");
		assertThat(this.frames.attribute("jakarta.servlet.forward.request_uri")).isNull();
	}

	@Test
	void errorDispatchIsLikeAForward() {
		enter(DispatcherType.ERROR, "/error", null);
		assertThat(this.frames.isInErrorDispatch()).isTrue();
		assertThat(this.frames.attribute("jakarta.servlet.forward.request_uri")).isEqualTo("/original");
	}

	@Test
	void namesOfImpliedAttributesHaveNoneThatAreNull() {
		enter(DispatcherType.INCLUDE, "/part", null);
		List<String> names = new ArrayList<>();
		this.frames.addNames(names);
		assertThat(names).containsExactlyInAnyOrder("jakarta.servlet.include.request_uri",
				"jakarta.servlet.include.context_path", "jakarta.servlet.include.servlet_path",
				"jakarta.servlet.include.mapping");
	}

	@Test
	void leavingADispatchLeavesThoseAboveIt() {
		DispatchFrame outer = enter(DispatcherType.FORWARD, "/outer", null);
		enter(DispatcherType.FORWARD, "/inner", null);
		this.frames.pop(outer);
		assertThat(this.frames.top()).isSameAs(this.frames.original());
	}

	@Test
	void oneThatDoesNotSupportAsyncOnTheWayIsEnough() {
		DispatchFrame frame = TestContext.frame(DispatcherType.FORWARD, "/target", null);
		this.frames.push(new DispatchFrame(DispatcherType.FORWARD, "/target", "", "/target", null, null,
				frame.mapping(), TestContext.servlet("target", false)));
		assertThat(this.frames.isAsyncSupported()).isFalse();
		this.frames.push(frame);
		assertThat(this.frames.isAsyncSupported()).isFalse();
	}

	@Test
	void asyncDispatchBeginsAnew() {
		DispatchFrame frame = TestContext.frame(DispatcherType.FORWARD, "/target", null);
		this.frames.push(new DispatchFrame(DispatcherType.FORWARD, "/target", "", "/target", null, null,
				frame.mapping(), TestContext.servlet("target", false)));
		enter(DispatcherType.ASYNC, "/again", null);
		assertThat(this.frames.isAsyncSupported()).isTrue();
	}

}
