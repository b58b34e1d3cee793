package io.mvcbridge.jakarta.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LifecycleCallbacksTests {

	private static final LifecycleCallbacks ANNOTATED = LifecycleCallbacks.ANNOTATED;

	@Test
	void thoseOfTheSuperClassComeFirstAndPrivateOnesCount() throws Exception {
		Child child = new Child();
		ANNOTATED.made(child);
		assertThat(child.calls).containsExactly("parent private", "child made");
		child.calls.clear();
		ANNOTATED.givenUp(child);
		assertThat(child.calls).containsExactly("child given up");
	}

	@Test
	void whatIsOverriddenIsCalledOnlyIfTheOverridingMethodIsAnnotatedToo() throws Exception {
		Silent silent = new Silent();
		ANNOTATED.givenUp(silent);
		assertThat(silent.calls).isEmpty();
	}

	@Test
	void aDescriptorNamesTheMethodInsteadOfTheAnnotation() throws Exception {
		Child child = new Child();
		new LifecycleCallbacks(true, Map.of(Child.class.getName(), "other"), Map.of()).made(child);
		assertThat(child.calls).containsExactly("parent private", "other");
		child.calls.clear();
		new LifecycleCallbacks(false, Map.of(Child.class.getName(), "other"), Map.of()).made(child);
		assertThat(child.calls).containsExactly("other");
	}

	@Test
	void aMethodThatIsNotThereIsNamed() {
		LifecycleCallbacks callbacks = new LifecycleCallbacks(false, Map.of(Child.class.getName(), "none"), Map.of());
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> callbacks.made(new Child()))
			.withMessage("io.mvcbridge.jakarta.context.LifecycleCallbacksTests$Child has no method none() without "
					+ "parameters, which a descriptor names as its lifecycle callback");
	}

	@Test
	void aMethodThatFailsIsNamed() {
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> ANNOTATED.made(new Failing()))
			.withMessage("The lifecycle callback io.mvcbridge.jakarta.context.LifecycleCallbacksTests$Failing.fail "
					+ "failed")
			.withRootCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void aMethodThatCannotBeACallbackIsRefused() {
		assertThatExceptionOfType(ServletException.class).isThrownBy(() -> ANNOTATED.made(new Wrong()))
			.withMessage(
					"io.mvcbridge.jakarta.context.LifecycleCallbacksTests$Wrong.make cannot be a lifecycle callback: "
							+ "it has to be an instance method without parameters");
	}

	static class Parent {

		final List<String> calls = new ArrayList<>();

		@PostConstruct
		private void made() {
			this.calls.add("parent private");
		}

		@PreDestroy
		void givenUp() {
			this.calls.add("parent given up");
		}

	}

	static class Child extends Parent {

		@PostConstruct
		void childMade() {
			this.calls.add("child made");
		}

		@PreDestroy
		@Override
		void givenUp() {
			this.calls.add("child given up");
		}

		void other() {
			this.calls.add("other");
		}

	}

	static class Silent extends Parent {

		@Override
		void givenUp() {
			this.calls.add("silent given up");
		}

	}

	static class Failing {

		@PostConstruct
		void fail() {
			throw new IllegalStateException("no");
		}

	}

	static class Wrong {

		@PostConstruct
		static void make() {
		}

	}

}
