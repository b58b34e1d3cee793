package io.mvcbridge.jakarta.session;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SessionPersistenceTests {

	@TempDir
	Path directory;

	private final SessionsFixture fixture = new SessionsFixture();

	private InMemorySessions sessions;

	@BeforeEach
	void open() {
		this.sessions = this.fixture.open(store());
	}

	@AfterEach
	void close() {
		this.sessions.close();
	}

	private SessionStore store() {
		return new FileSessionStore(this.directory.resolve("sessions"), "/shop");
	}

	private Path file() {
		return this.directory.resolve("sessions").resolve("sessions#shop.bin");
	}

	private void restart() {
		this.sessions.close();
		this.sessions = this.fixture.open(store());
	}

	@Test
	void aSessionSurvivesARestartWithAllThatItIs() {
		HttpSession session = this.sessions.create();
		session.setMaxInactiveInterval(1234);
		session.setAttribute("cart", new ArrayList<>(List.of("tea", "cup")));
		this.fixture.clock.advance(Duration.ofSeconds(3));
		this.sessions.find(session.getId());
		this.sessions.release(session);
		restart();
		HttpSession restored = this.sessions.find(session.getId());
		assertThat(restored).isNotNull().isNotSameAs(session);
		assertThat(restored.getAttribute("cart")).isEqualTo(List.of("tea", "cup"));
		assertThat(restored.getMaxInactiveInterval()).isEqualTo(1234);
		assertThat(restored.getCreationTime()).isEqualTo(1_000_000);
		assertThat(restored.getLastAccessedTime()).isEqualTo(1_003_000);
		assertThat(restored.isNew()).isFalse();
	}

	@Test
	void aRestartIsNoEndAndNoCreation() {
		this.fixture.lifecycle.add(this.fixture.lifecycleListener("listener"));
		restart();
		this.sessions.create();
		restart();
		assertThat(this.fixture.events).containsExactly("listener created");
	}

	@Test
	void aSessionThatExpiredMeanwhileIsGone() {
		HttpSession session = this.sessions.create();
		session.setMaxInactiveInterval(60);
		this.sessions.close();
		this.fixture.clock.advance(Duration.ofMinutes(2));
		this.sessions = this.fixture.open(store());
		assertThat(this.sessions.find(session.getId())).isNull();
	}

	@Test
	void anAttributeThatCannotBeSerialisedIsLostAlone() {
		HttpSession session = this.sessions.create();
		session.setAttribute("plain", "kept");
		session.setAttribute("thread", new Thread());
		session.setAttribute("nested", new ArrayList<>(List.of(new Object())));
		restart();
		HttpSession restored = this.sessions.find(session.getId());
		assertThat(restored.getAttribute("plain")).isEqualTo("kept");
		assertThat(restored.getAttribute("thread")).isNull();
		assertThat(restored.getAttribute("nested")).isNull();
	}

	@Test
	void anAttributeThatCannotBeReadBackIsLostAlone() {
		HttpSession session = this.sessions.create();
		session.setAttribute("plain", "kept");
		session.setAttribute("fragile", new Fragile());
		restart();
		HttpSession restored = this.sessions.find(session.getId());
		assertThat(restored.getAttribute("plain")).isEqualTo("kept");
		assertThat(restored.getAttribute("fragile")).isNull();
	}

	@Test
	void attributesAreToldBeforeAndAfter() {
		HttpSession session = this.sessions.create();
		session.setAttribute("value", new Activated());
		restart();
		Activated restored = (Activated) this.sessions.find(session.getId()).getAttribute("value");
		assertThat(restored.passivated).isTrue();
		assertThat(restored.activatedIn).isEqualTo(session.getId());
	}

	@Test
	void aLongAttributeNameAndValueAreKept() {
		HttpSession session = this.sessions.create();
		String name = "n".repeat(100_000) + "ä";
		session.setAttribute(name, "v".repeat(100_000));
		restart();
		assertThat(this.sessions.find(session.getId()).getAttribute(name)).isEqualTo("v".repeat(100_000));
	}

	@Test
	void whatWasTakenOverIsNotTakenOverAgain() {
		this.sessions.create();
		restart();
		assertThat(file()).doesNotExist();
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void onlyTheOwnerMayReadTheFile() throws IOException {
		this.sessions.create();
		this.sessions.close();
		assertThat(Files.getPosixFilePermissions(file())).containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ,
				PosixFilePermission.OWNER_WRITE);
	}

	@Test
	void nothingButTheFileIsLeftInTheDirectory() throws IOException {
		this.sessions.create();
		this.sessions.close();
		try (var files = Files.list(file().getParent())) {
			assertThat(files).containsExactly(file());
		}
	}

	@Test
	void aFileOfGarbageDoesNotPreventTheStart() throws IOException {
		this.sessions.close();
		Files.writeString(file(), "this was never a session file");
		this.sessions = this.fixture.open(store());
		assertThat(this.sessions.size()).isZero();
		assertThat(file()).doesNotExist();
	}

	@Test
	void anEmptyFileDoesNotPreventTheStart() throws IOException {
		this.sessions.close();
		Files.write(file(), new byte[0]);
		this.sessions = this.fixture.open(store());
		assertThat(this.sessions.size()).isZero();
	}

	@Test
	void aFileThatWasCutKeepsTheSessionsBeforeTheCut() throws IOException {
		for (int i = 0; i < 3; i++) {
			this.sessions.create().setAttribute("value", "x".repeat(1000));
		}
		this.sessions.close();
		byte[] whole = Files.readAllBytes(file());
		Files.write(file(), java.util.Arrays.copyOf(whole, whole.length - 500));
		this.sessions = this.fixture.open(store());
		assertThat(this.sessions.size()).isEqualTo(2);
	}

	@Test
	void aByteThatChangedCostsTheSessionsFromThereOn() throws IOException {
		for (int i = 0; i < 3; i++) {
			this.sessions.create().setAttribute("value", "x".repeat(1000));
		}
		this.sessions.close();
		byte[] bytes = Files.readAllBytes(file());
		bytes[bytes.length / 2] ^= 1;
		Files.write(file(), bytes);
		this.sessions = this.fixture.open(store());
		assertThat(this.sessions.size()).isEqualTo(1);
	}

	@Test
	void aStoreThatFailsPreventsNeitherStartNorEnd() {
		this.sessions.close();
		SessionStore broken = new SessionStore() {

			@Override
			public Collection<StoredSession> take() throws IOException {
				throw new IOException("no disk");
			}

			@Override
			public void save(Collection<StoredSession> sessions) throws IOException {
				throw new IOException("no disk");
			}

		};
		this.sessions = this.fixture.open(broken);
		this.sessions.create();
		this.sessions.close();
		assertThat(this.sessions.size()).isZero();
	}

	@Test
	void closingWhatWasNeverStartedLeavesTheStoreAlone() throws IOException {
		this.sessions.create();
		this.sessions.close();
		byte[] saved = Files.readAllBytes(file());
		new InMemorySessions(SessionsFixture.servletContext(), getClass().getClassLoader(), this.fixture.clock, store())
			.close();
		assertThat(Files.readAllBytes(file())).isEqualTo(saved);
	}

	static final class Fragile implements Serializable {

		private static final long serialVersionUID = 1L;

		private void readObject(java.io.ObjectInputStream in) {
			throw new IllegalStateException("changed since");
		}

	}

	static final class Activated implements Serializable, HttpSessionActivationListener {

		private static final long serialVersionUID = 1L;

		boolean passivated;

		String activatedIn;

		@Override
		public void sessionWillPassivate(HttpSessionEvent event) {
			this.passivated = true;
		}

		@Override
		public void sessionDidActivate(HttpSessionEvent event) {
			this.activatedIn = event.getSession().getId();
		}

	}

}
