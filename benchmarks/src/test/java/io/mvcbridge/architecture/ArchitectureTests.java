package io.mvcbridge.architecture;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the table of modules: who may know whom, no package cycles, null-marked packages,
 * and names that say something.
 */
class ArchitectureTests {

	/** Folder of each module and the package that all its classes live in. */
	private static final Map<String, String> PACKAGES = Map.of("bridge-core", "io.mvcbridge.core", "bridge-jakarta",
			"io.mvcbridge.jakarta", "sandbox", "io.mvcbridge.sandbox", "bridge-spring", "io.mvcbridge.spring",
			"samples/storefront", "io.mvcbridge.samples.storefront", "benchmarks", "io.mvcbridge.benchmarks");

	/** What every module may use. */
	private static final String[] EVERYWHERE = { "java..", "javax..", "org.slf4j..", "org.jspecify.annotations.." };

	private static JavaClasses all;

	@BeforeAll
	static void importClasses() {
		all = ProjectModules.importAll();
	}

	@Test
	void everyModuleIsKnownHereAndHasClassesInItsOwnPackageOnly() {
		Map<String, java.nio.file.Path> modules = ProjectModules.classesByModule();
		assertThat(modules.keySet()).isEqualTo(PACKAGES.keySet());
		modules.forEach((module, path) -> {
			String root = PACKAGES.get(module);
			assertThat(new ClassFileImporter().importPath(path)).as("classes of %s", module)
				.isNotEmpty()
				.allMatch((type) -> type.getPackageName().equals(root) || type.getPackageName().startsWith(root + "."));
		});
	}

	@Test
	void coreKnowsReactorNettyAndNettyButNeitherServletsNorSpring() {
		onlyKnows("io.mvcbridge.core..", "io.mvcbridge.core..", "reactor..", "org.reactivestreams..", "io.netty..")
			.check(all);
	}

	@Test
	void jakartaKnowsTheExchangeTheKernelAndServletsButNoListenerAndNoSpring() {
		onlyKnows("io.mvcbridge.jakarta..", "io.mvcbridge.jakarta..", "io.mvcbridge.core.exchange",
				"io.mvcbridge.core.kernel", "jakarta.servlet..", "io.netty.buffer", "io.netty.util",
				"io.netty.handler.codec.http", "org.apache.commons.fileupload2..", "org.apache.commons.io..",
				"org.jboss.jandex..")
			.check(all);
	}

	@Test
	void theClassScannerStaysBehindItsPackage() {
		noClasses().that()
			.resideOutsideOfPackage("io.mvcbridge.jakarta.deploy.scan..")
			.should()
			.dependOnClassesThat(resideInAPackage("org.jboss.jandex.."))
			.check(all);
	}

	@Test
	void whoBuildsAnApplicationByAProgramLoadsNothingOfDeployment() {
		noClasses().that()
			.resideOutsideOfPackage("io.mvcbridge.jakarta.deploy..")
			.and()
			.doNotHaveFullyQualifiedName("io.mvcbridge.jakarta.ServletHost")
			.should()
			.dependOnClassesThat(resideInAPackage("io.mvcbridge.jakarta.deploy.."))
			.check(all);
	}

	@Test
	void theMultipartParserStaysBehindItsPackage() {
		noClasses().that()
			.resideOutsideOfPackage("io.mvcbridge.jakarta.multipart..")
			.should()
			.dependOnClassesThat(resideInAnyPackage("org.apache.commons.fileupload2..", "org.apache.commons.io.."))
			.check(all);
	}

	@Test
	void sandboxKnowsSpringButNoServerAndNoOtherModule() {
		onlyKnows("io.mvcbridge.sandbox..", "io.mvcbridge.sandbox..", "org.springframework..", "jakarta..",
				"org.aopalliance..", "io.micrometer..")
			.check(all);
	}

	@Test
	void springKnowsTheOtherModulesButNoSample() {
		noClasses().that()
			.resideInAPackage("io.mvcbridge.spring..")
			.should()
			.dependOnClassesThat(resideInAnyPackage("io.mvcbridge.samples..", "io.mvcbridge.benchmarks.."))
			.check(all);
	}

	@Test
	void samplesAndBenchmarksUseOnlyWhatIsPublicToApplications() {
		DescribedPredicate<JavaClass> inside = resideInAPackage("io.mvcbridge..")
			.and(DescribedPredicate
				.not(resideInAnyPackage("io.mvcbridge.spring", "io.mvcbridge.samples..", "io.mvcbridge.benchmarks..")))
			.as("the inside of a module");
		noClasses().that()
			.resideInAnyPackage("io.mvcbridge.samples..", "io.mvcbridge.benchmarks..")
			.should()
			.dependOnClassesThat(inside)
			.check(all);
	}

	@Test
	void packagesNeverImportEachOtherInACircle() {
		for (String root : PACKAGES.values()) {
			if (subpackages(root).size() > 1) {
				slices().matching(root + ".(**)").should().beFreeOfCycles().check(all);
			}
		}
		slices().matching("io.mvcbridge.(*)..").should().beFreeOfCycles().check(all);
	}

	@Test
	void everyPackageSaysWhatItIsForAndIsNullMarked() {
		for (String root : PACKAGES.values()) {
			for (JavaPackage found : subpackages(root)) {
				assertThat(found.isAnnotatedWith(NullMarked.class))
					.as("@NullMarked package-info of %s", found.getName())
					.isTrue();
			}
		}
	}

	@Test
	void noClassIsNamedForNothing() {
		classes().that()
			.resideInAPackage("io.mvcbridge..")
			.should()
			.haveNameNotMatching(".*(Manager|Helper|Utils?|Impl|Base)")
			.check(all);
	}

	private static ArchRule onlyKnows(String who, String... whom) {
		String[] allowed = new String[whom.length + EVERYWHERE.length];
		System.arraycopy(whom, 0, allowed, 0, whom.length);
		System.arraycopy(EVERYWHERE, 0, allowed, whom.length, EVERYWHERE.length);
		return classes().that().resideInAPackage(who).should().onlyDependOnClassesThat(resideInAnyPackage(allowed));
	}

	private static Set<JavaPackage> subpackages(String root) {
		Set<JavaPackage> found = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
		for (JavaClass type : all) {
			if (type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".")) {
				found.add(type.getPackage());
			}
		}
		return found;
	}

}
