package io.mvcbridge.samples.storefront;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.test.context.ActiveProfiles;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.MOCK)
@ActiveProfiles("cluster")
class SharedSessionsTests {

	@Autowired
	private SessionRepository<? extends Session> sessions;

	@Test
	void ofTwoRequestsThatAddTheSameAttributeTheLastOneWins() {
		assertThat(addedByBoth(this.sessions)).isEqualTo("the second");
	}

	@Test
	void aNameAsLongAsAnAddressMayBeLogsIn() {
		assertThat(namedSession(this.sessions, "a".repeat(242) + "@example.org")).isNotNull();
	}

	private static <S extends Session> Object addedByBoth(SessionRepository<S> sessions) {
		S created = sessions.createSession();
		sessions.save(created);
		List<S> copies = new ArrayList<>(
				List.of(sessions.findById(created.getId()), sessions.findById(created.getId())));
		copies.get(0).setAttribute("cart", "the first");
		copies.get(1).setAttribute("cart", "the second");
		copies.forEach(sessions::save);
		return sessions.findById(created.getId()).getAttribute("cart");
	}

	private static <S extends Session> Session namedSession(SessionRepository<S> sessions, String name) {
		S created = sessions.createSession();
		created.setAttribute("org.springframework.session.FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME",
				name);
		sessions.save(created);
		return sessions.findById(created.getId());
	}

}
