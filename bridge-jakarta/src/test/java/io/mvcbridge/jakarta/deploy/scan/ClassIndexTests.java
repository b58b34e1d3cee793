package io.mvcbridge.jakarta.deploy.scan;

import java.nio.file.Path;
import java.util.EnumSet;

import io.mvcbridge.jakarta.deploy.TestArchive;
import io.mvcbridge.jakarta.deploy.descriptor.AnnotatedClass;
import io.mvcbridge.jakarta.deploy.descriptor.FilterDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.FilterMapping;
import io.mvcbridge.jakarta.deploy.descriptor.SecurityConstraint;
import io.mvcbridge.jakarta.deploy.descriptor.ServletDeclaration;
import io.mvcbridge.jakarta.deploy.descriptor.Setting;
import io.mvcbridge.jakarta.deploy.descriptor.WebDescriptor;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.HttpMethodConstraint;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What annotations say (Servlet 6.1 §8.1, §13.4.1). */
class ClassIndexTests {

	private static final String NAME = ClassIndexTests.class.getName();

	@TempDir
	private Path directory;

	private WebDescriptor describe(Class<?>... types) throws Exception {
		new TestArchive().classes("", types).explode(this.directory);
		ClassIndex index = new ClassIndex(getClass().getClassLoader());
		index.add("classes", this.directory);
		return index.describe("classes");
	}

	@Test
	void aServletSaysOnlyWhatItsAnnotationSays() throws Exception {
		WebDescriptor descriptor = describe(Plain.class);
		ServletDeclaration servlet = descriptor.servlets().get(0);
		assertThat(servlet.name()).isEqualTo(NAME + "$Plain");
		assertThat(servlet.className().value()).isEqualTo(NAME + "$Plain");
		assertThat(servlet.className().source()).hasToString(NAME + "$Plain");
		assertThat(servlet.loadOnStartup()).isNull();
		assertThat(servlet.asyncSupported()).isNull();
		assertThat(servlet.initParams()).isEmpty();
		assertThat(descriptor.servletMappings().get(0).patterns()).extracting(Setting::value)
			.containsExactly("/plain", "/simple/*");
		assertThat(descriptor.annotatedClasses()).isEmpty();
	}

	@Test
	void aServletMaySayAll() throws Exception {
		WebDescriptor descriptor = describe(Full.class);
		ServletDeclaration servlet = descriptor.servlets().get(0);
		assertThat(servlet.name()).isEqualTo("full");
		assertThat(servlet.loadOnStartup().value()).isEqualTo(-1);
		assertThat(servlet.asyncSupported().value()).isFalse();
		assertThat(servlet.initParams()).extracting((parameter) -> parameter.name() + "=" + parameter.value())
			.containsExactly("a=1", "b=2");
		AnnotatedClass type = descriptor.annotatedClasses().get(0);
		assertThat(type.className()).isEqualTo(NAME + "$Full");
		assertThat(type.runAs().value()).isEqualTo("robot");
		assertThat(type.declaredRoles()).extracting(Setting::value).containsExactly("clerk", "chief");
		assertThat(type.multipart().maxFileSize()).isEqualTo(1000);
		assertThat(type.multipart().maxRequestSize()).isNull();
		assertThat(type.multipart().location()).isNull();
	}

	@Test
	void aFilterMapsToPatternsAndServlets() throws Exception {
		WebDescriptor descriptor = describe(Guard.class, Unmapped.class);
		assertThat(descriptor.filters()).extracting(FilterDeclaration::name)
			.containsExactly("guard", NAME + "$Unmapped");
		FilterMapping mapping = descriptor.filterMappings().get(0);
		assertThat(descriptor.filterMappings()).hasSize(1);
		assertThat(mapping.filterName()).isEqualTo("guard");
		assertThat(mapping.patterns()).extracting(Setting::value).containsExactly("/guarded/*");
		assertThat(mapping.servletNames()).extracting(Setting::value).containsExactly("full");
		assertThat(mapping.dispatchers()).isEqualTo(EnumSet.of(DispatcherType.FORWARD, DispatcherType.ERROR));
		assertThat(descriptor.filters().get(0).asyncSupported().value()).isTrue();
	}

	@Test
	void constraintsAreOnePerMethodAndOneForTheRest() throws Exception {
		var constraints = describe(Secured.class).annotatedClasses().get(0).constraints();
		assertThat(constraints).extracting(ClassIndexTests::text)
			.containsExactly("[GET] -[] null NONE", "[DELETE] -[] [] NONE", "[] -[GET, DELETE] [clerk] CONFIDENTIAL");
	}

	@Test
	void constraintsOfMethodsAloneLeaveTheOthersUncovered() throws Exception {
		assertThat(describe(MethodsOnly.class).annotatedClasses().get(0).constraints())
			.extracting(ClassIndexTests::text)
			.containsExactly("[POST] -[] [chief] NONE");
	}

	@Test
	void constraintsAreInheritedOtherAnnotationsAreNot() throws Exception {
		WebDescriptor descriptor = describe(Secured.class, Heir.class);
		assertThat(descriptor.annotatedClasses()).extracting(AnnotatedClass::className)
			.containsExactly(NAME + "$Heir", NAME + "$Secured");
		assertThat(descriptor.annotatedClasses().get(0).constraints()).hasSize(3);
		assertThat(descriptor.annotatedClasses().get(0).runAs()).isNull();
		assertThat(descriptor.servlets()).isEmpty();
	}

	private static String text(SecurityConstraint constraint) {
		var collection = constraint.collections().get(0);
		return collection.methods() + " -" + collection.methodOmissions() + " " + constraint.roles() + " "
				+ constraint.transport();
	}

	@Test
	void aServletNeedsAPattern() {
		assertThatExceptionOfType(ScanException.class).isThrownBy(() -> describe(Nowhere.class))
			.withMessage(
					"The @WebServlet of " + NAME + "$Nowhere has no URL pattern: give it a value (Servlet 6.1 §8.1.1)");
	}

	@Test
	void patternsAreGivenInOneWay() {
		assertThatExceptionOfType(ScanException.class).isThrownBy(() -> describe(Twice.class))
			.withMessage("The @WebServlet of " + NAME
					+ "$Twice has a value [/a] and urlPatterns [/b]: use one of them (Servlet 6.1 §8.1)");
	}

	@Test
	void anAnnotatedClassHasToBeWhatItSays() {
		assertThatExceptionOfType(ScanException.class).isThrownBy(() -> describe(NoServlet.class))
			.withMessage("The class " + NAME + "$NoServlet has @WebServlet but is no jakarta.servlet.http.HttpServlet: "
					+ "extend or implement that, or remove the annotation");
	}

	@Test
	void anAnnotatedListenerHasToListen() {
		assertThatExceptionOfType(ScanException.class).isThrownBy(() -> describe(NoListener.class))
			.withMessage("The @WebListener " + NAME + "$NoListener implements none of the listener interfaces "
					+ "(Servlet 6.1 §8.1.4): implement one, or remove the annotation");
	}

	@Test
	void rolesAndDenialExcludeEachOther() {
		assertThatExceptionOfType(ScanException.class).isThrownBy(() -> describe(Contradicting.class))
			.withMessage("The @ServletSecurity of " + NAME
					+ "$Contradicting denies access and allows it to [clerk] at once: leave out DENY, or the roles");
	}

	@Test
	void aClassFileThatIsDamagedDoesNotHideTheOthers() throws Exception {
		new TestArchive().file("com/example/Damaged.class", "no class").explode(this.directory);
		assertThat(describe(Plain.class).servlets()).hasSize(1);
	}

	@WebServlet({ "/plain", "/simple/*" })
	static class Plain extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	@WebServlet(name = "full", urlPatterns = "/full", loadOnStartup = -1, asyncSupported = false,
			initParams = { @WebInitParam(name = "a", value = "1"), @WebInitParam(name = "b", value = "2") })
	@MultipartConfig(maxFileSize = 1000)
	@RunAs("robot")
	@DeclareRoles({ "clerk", "chief" })
	static class Full extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	@WebFilter(filterName = "guard", urlPatterns = "/guarded/*", servletNames = "full", asyncSupported = true,
			dispatcherTypes = { DispatcherType.FORWARD, DispatcherType.ERROR })
	static class Guard extends HttpFilter {

		private static final long serialVersionUID = 1L;

	}

	@WebFilter
	static class Unmapped extends HttpFilter {

		private static final long serialVersionUID = 1L;

	}

	@ServletSecurity(
			value = @HttpConstraint(rolesAllowed = "clerk", transportGuarantee = TransportGuarantee.CONFIDENTIAL),
			httpMethodConstraints = { @HttpMethodConstraint("GET"),
					@HttpMethodConstraint(value = "DELETE", emptyRoleSemantic = EmptyRoleSemantic.DENY) })
	@RunAs("robot")
	static class Secured extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	static class Heir extends Secured {

		private static final long serialVersionUID = 1L;

	}

	@ServletSecurity(httpMethodConstraints = @HttpMethodConstraint(value = "POST", rolesAllowed = "chief"))
	static class MethodsOnly extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	@WebServlet
	static class Nowhere extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	@WebServlet(value = "/a", urlPatterns = "/b")
	static class Twice extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

	@WebServlet("/none")
	static class NoServlet {

	}

	@WebListener
	static class NoListener {

	}

	@ServletSecurity(@HttpConstraint(value = EmptyRoleSemantic.DENY, rolesAllowed = "clerk"))
	static class Contradicting extends HttpServlet {

		private static final long serialVersionUID = 1L;

	}

}
