package io.mvcbridge.jakarta.http;

import io.mvcbridge.jakarta.http.UriPolicy.Backslash;
import io.mvcbridge.jakarta.http.UriPolicy.EncodedSlash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Request targets; the tables say what Servlet 6.1 §3.5.2 says, and more of the kind. */
class RequestTargetTests {

	private static final UriPolicy KEEP_SLASH = new UriPolicy(EncodedSlash.KEEP, Backslash.REJECT);

	private static final UriPolicy DECODE_SLASH = new UriPolicy(EncodedSlash.DECODE, Backslash.REJECT);

	private static final UriPolicy DECODE_BACKSLASH = new UriPolicy(EncodedSlash.REJECT, Backslash.DECODE);

	@ParameterizedTest
	@CsvSource(textBlock = """
			/,                          /
			//,                         /
			/.,                         /
			/./,                        /
			/?q,                        /
			/foo/bar,                   /foo/bar
			/foo/bar/,                  /foo/bar/
			/foo/bar;jsessionid=1234,   /foo/bar
			/foo/bar/;jsessionid=1234,  /foo/bar/
			/foo;/bar;,                 /foo/bar
			/foo;/bar;/;,               /foo/bar/
			/foo/b%25r,                 /foo/b%r
			/foo/./bar,                 /foo/bar
			/foo/././bar,               /foo/bar
			/./foo/bar,                 /foo/bar
			/foo/bar/.,                 /foo/bar
			/foo/bar/./,                /foo/bar/
			/foo/bar/./;,               /foo/bar/
			/foo/.bar,                  /foo/.bar
			/foo/../bar,                /bar
			/foo/./../bar,              /bar
			/foo/bar/..,                /foo
			/foo/bar/../,               /foo/
			/foo/bar/../;,              /foo/
			/foo/..bar,                 /foo/..bar
			/foo/.../bar,               /foo/.../bar
			/foo//bar,                  /foo/bar
			//foo//bar//,               /foo/bar/
			/foo//../bar,               /bar
			/foo%E2%82%ACbar,           /foo€bar
			/foo%20bar,                 /foo bar
			/foo/bar?q,                 /foo/bar
			/foo/bar/?q,                /foo/bar/
			/foo/bar;?q,                /foo/bar
			/foo/..,                    /
			/foo/../,                   /
			/1/2/3/4/5/6/7/8/9/../a,    /1/2/3/4/5/6/7/8/a
			/%61pp/x,                   /app/x
			/a+b,                       /a+b
			/a%2Bb,                     /a+b
			/a%2525b,                   /a%25b
			/a%3Bb,                     /a;b
			/a%3Fb,                     /a?b
			/a%23b,                     /a#b
			/a;v=1;w=%2525/b,           /a/b
			/a|b{c}^`d[e],              /a|b{c}^`d[e]
			/caf%c3%a9,                 /café
			""")
	void pathIsMadeCanonical(String target, String path) {
		assertThat(RequestTarget.parse(target, UriPolicy.STRICT).path()).isEqualTo(path);
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			foo/bar,                   neither begins with a slash
			./foo/bar/,                neither begins with a slash
			%2e/foo/bar/,              neither begins with a slash
			../foo/bar/,               neither begins with a slash
			;/foo/bar/,                neither begins with a slash
			?q,                        neither begins with a slash
			#f,                        neither begins with a slash
			/foo/bar#f,                fragment
			/foo/bar?q#f,              fragment
			/foo/bar/#f,               fragment
			/foo/bar/?q#f,             fragment
			/foo/bar;#f,               fragment
			/foo/bar;?q#f,             fragment
			/#f,                       fragment
			/foo%00/bar/,              control character
			/foo%7Fbar,                control character
			/foo%0D%0Abar,             control character
			/foo%2Fbar,                encoded slash
			/foo%2fbar,                encoded slash
			/foo%2Fb%25r,              encoded slash
			/foo;%2F/bar,              encoded slash
			/foo;a=%2f/bar,            encoded slash
			/foo\\bar,                 a backslash
			/foo%5Cbar,                encoded backslash
			/foo%5cbar,                encoded backslash
			/foo/%2e/bar,              encoded dot segment
			/foo/.;/bar,               dot segment with parameters
			/foo/%2e;/bar,             dot segment with parameters
			/foo/.%2Fbar,              encoded slash
			/foo/.%5Cbar,              encoded backslash
			/foo/bar/.;,               dot segment with parameters
			/foo/%2e%2E/bar,           encoded dot segment
			/foo/.%2E/bar,             encoded dot segment
			/foo/%2e%2e/%2E%2E/bar,    encoded dot segment
			/foo/..;/bar,              dot segment with parameters
			/foo/%2e%2E;/bar,          dot segment with parameters
			/foo/..%2Fbar,             encoded slash
			/foo/..%5Cbar,             encoded backslash
			/foo/bar/..;,              dot segment with parameters
			/foo/../../bar,            above the root
			/../foo/bar,               above the root
			/..,                       above the root
			/../,                      above the root
			//..,                      above the root
			/;/foo;/;/bar/;/;,         empty segment with parameters
			/foo/;/../bar,             empty segment with parameters
			/;/,                       empty segment with parameters
			/foo%E2%82,                no UTF-8
			/foo%E2%82bar,             no UTF-8
			/foo%C0%AFbar,             no UTF-8
			/foo%FF,                   no UTF-8
			/foo%-1/bar,               two hexadecimal digits
			/foo%XX/bar,               two hexadecimal digits
			/foo%/bar,                 two hexadecimal digits
			/foo/bar%0,                two hexadecimal digits
			/good%20/bad%/%20mix%,     two hexadecimal digits
			""")
	void suspiciousPathIsRefused(String target, String reason) {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse(target, UriPolicy.STRICT))
			.withMessageContaining(reason)
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a\u0000", "/a\u0001b", "/a\tb", "/a\u007Fb", "/a?b\u0000", "/a?b\r\nc" })
	void rawControlCharacterIsRefusedEverywhere(String target) {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse(target, UriPolicy.STRICT))
			.withMessageContaining("control character at position");
	}

	@Test
	void rejectionShowsControlCharactersEscaped() {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse("/a\u0000b", UriPolicy.STRICT))
			.withMessage("The request target '/a\\x00b' has a control character at position 2");
	}

	@Test
	void emptyTargetIsRefused() {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse("", UriPolicy.STRICT));
	}

	@Test
	void rawOctetsOfUtf8AreDecoded() {
		assertThat(RequestTarget.parse("/caf\u00C3\u00A9", UriPolicy.STRICT).path()).isEqualTo("/café");
	}

	@Test
	void rawOctetsThatAreNoUtf8AreRefused() {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse("/caf\u00E9", UriPolicy.STRICT))
			.withMessageContaining("no UTF-8");
	}

	@Test
	void ordinaryPathIsNotCopied() {
		RequestTarget target = RequestTarget.parse("/foo/bar.html", UriPolicy.STRICT);
		assertThat(target.path()).isSameAs(target.rawPath());
	}

	@Test
	void rawPathStaysAsSent() {
		assertThat(RequestTarget.parse("/%61pp//x/../y;v=1?q=%20", UriPolicy.STRICT).rawPath())
			.isEqualTo("/%61pp//x/../y;v=1");
	}

	@Test
	void queryStaysAsSent() {
		assertThat(RequestTarget.parse("/x?a=%2B&b=c?d", UriPolicy.STRICT).rawQuery()).isEqualTo("a=%2B&b=c?d");
	}

	@Test
	void missingQueryIsNull() {
		assertThat(RequestTarget.parse("/x", UriPolicy.STRICT).rawQuery()).isNull();
	}

	@Test
	void emptyQueryIsEmpty() {
		assertThat(RequestTarget.parse("/x?", UriPolicy.STRICT).rawQuery()).isEmpty();
	}

	@Test
	void suspiciousSequencesOfAPathAreHarmlessInAQuery() {
		assertThat(RequestTarget.parse("/x?p=%2F..%2F%5C%00;\\", UriPolicy.STRICT).rawQuery())
			.isEqualTo("p=%2F..%2F%5C%00;\\");
	}

	@Test
	void asteriskFormIsKnown() {
		RequestTarget target = RequestTarget.parse("*", UriPolicy.STRICT);
		assertThat(target.isAsterisk()).isTrue();
		assertThat(target.rawPath()).isEqualTo("*");
		assertThat(target.path()).isEqualTo("*");
		assertThat(target.rawQuery()).isNull();
	}

	@Test
	void absoluteFormIsSplit() {
		RequestTarget target = RequestTarget.parse("HTTPS://shop.example:8443/a%20b?q=1", UriPolicy.STRICT);
		assertThat(target.scheme()).isEqualTo("https");
		assertThat(target.authority()).isEqualTo("shop.example:8443");
		assertThat(target.rawPath()).isEqualTo("/a%20b");
		assertThat(target.path()).isEqualTo("/a b");
		assertThat(target.rawQuery()).isEqualTo("q=1");
	}

	@ParameterizedTest
	@CsvSource({ "http://example,/,", "http://example?q,/,q", "http://example/,/," })
	void absoluteFormWithoutPathAsksForTheRoot(String text, String path, String query) {
		RequestTarget target = RequestTarget.parse(text, UriPolicy.STRICT);
		assertThat(target.rawPath()).isEqualTo(path);
		assertThat(target.rawQuery()).isEqualTo(query);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://", "http:///x", "ftp://example/", "http://user@example/", "http://exa mple/",
			"http://example:port/", "http://[::1/x", "http:/x", "example:80", "http://example#f" })
	void malformedAbsoluteFormIsRefused(String target) {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse(target, UriPolicy.STRICT))
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(400));
	}

	@Test
	void originFormHasNoSchemeAndNoAuthority() {
		RequestTarget target = RequestTarget.parse("/http://example/", UriPolicy.STRICT);
		assertThat(target.scheme()).isNull();
		assertThat(target.authority()).isNull();
		assertThat(target.path()).isEqualTo("/http:/example/");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			/foo%2Fbar,       /foo%2Fbar
			/foo%2fbar,       /foo%2Fbar
			/foo%2Fb%25r,     /foo%2Fb%25r
			/a%25/b%2Fc,      /a%25/b%2Fc
			/a%2Fb/../c,      /c
			/a%25b,           /a%b
			/a;v=%2F/b,       /a/b
			""")
	void encodedSlashCanBeKeptEncoded(String target, String path) {
		assertThat(RequestTarget.parse(target, KEEP_SLASH).path()).isEqualTo(path);
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			/foo%2Fbar,       /foo/bar
			/foo%2Fb%25r,     /foo/b%r
			/a%2Fb/../c,      /c
			/a/b%2Fc/d,       /a/b/c/d
			""")
	void encodedSlashCanBeDecoded(String target, String path) {
		assertThat(RequestTarget.parse(target, DECODE_SLASH).path()).isEqualTo(path);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/foo/..%2Fbar", "/foo/a%2F..%2F..%2Fb", "/a%2F..", "/a%2F%2e%2e", "/.%2Fb", "/a%2F.",
			"/a%2F%00", "/%2Fa", "/a%2F", "/a%2F/b", "/a%2F%2Fb" })
	void decodedSlashDoesNotLeadElsewhere(String target) {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse(target, DECODE_SLASH));
	}

	@ParameterizedTest
	@CsvSource({ "/a%5Cb,/a\\b", "/a\\b,/a\\b" })
	void backslashCanBeAllowed(String target, String path) {
		assertThat(RequestTarget.parse(target, DECODE_BACKSLASH).path()).isEqualTo(path);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/..\\a", "/a\\..\\..\\b", "/a%5C..", "/..%5Ca" })
	void allowedBackslashDoesNotOpenTheWayUp(String target) {
		assertThatExceptionOfType(RequestRejectedException.class)
			.isThrownBy(() -> RequestTarget.parse(target, DECODE_BACKSLASH));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			/a;jsessionid=1,               1
			/a;jsessionid=1/b,             1
			/a;x=2;jsessionid=1,           1
			/a;jsessionid=1;x=2,           1
			/a;jsessionid=1/b;jsessionid=2,1
			/a;jsessionid,                 ''
			/a;jsessionid=,                ''
			/a;jsessionid=a=b,             a=b
			/;jsessionid=1,                1
			""")
	void pathParameterIsFound(String target, String value) {
		assertThat(RequestTarget.parse(target, UriPolicy.STRICT).pathParameter("jsessionid")).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a", "/a;", "/a;jsessionidx=1", "/a;xjsessionid=1", "/a;JSESSIONID=1", "/a/jsessionid=1",
			"/a?;jsessionid=1", "/a%3Bjsessionid=1" })
	void whatIsNoPathParameterOfTheNameIsNotFound(String target) {
		assertThat(RequestTarget.parse(target, UriPolicy.STRICT).pathParameter("jsessionid")).isNull();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			/app,               /app,              ''
			/app/,              /app,              /
			/app/x/y,           /app,              /x/y
			/%61pp/x,           /%61pp,            /x
			/%61%70%70,         /%61%70%70,        ''
			/app;v=1/x,         /app;v=1,          /x
			/app;v=1,           /app;v=1,          ''
			//app/x,            /app,              /x
			///h/../app/x,      /h/../app,         /x
			/./app/x,           /./app,            /x
			/y/../app/x,        /y/../app,         /x
			/app/../app/x,      /app/../app,       /x
			/app/y/../x,        /app,              /x
			/app/.,             /app,              ''
			/app/./,            /app,              /
			/app//x,            /app,              /x
			/app/%61,           /app,              /a
			""")
	void contextPathIsThePrefixAsSent(String target, String contextPath, String rest) {
		assertThat(RequestTarget.parse(target, UriPolicy.STRICT).matchContext("/app"))
			.isEqualTo(new ContextMatch(contextPath, rest));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/application", "/ap", "/", "/APP/x", "/x/app", "/%61pplication", "/app/../x",
			"/app;/../x", "*" })
	void contextPathMatchesWholeSegmentsOnly(String target) {
		assertThat(RequestTarget.parse(target, UriPolicy.STRICT).matchContext("/app")).isNull();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			/a/b/c,      /a/b,     /c
			/a/b,        /a/b,     ''
			/%61/%62/c,  /%61/%62, /c
			/a//b/c,     /a//b,    /c
			""")
	void contextPathMayHaveSegments(String target, String contextPath, String rest) {
		assertThat(RequestTarget.parse(target, UriPolicy.STRICT).matchContext("/a/b"))
			.isEqualTo(new ContextMatch(contextPath, rest));
	}

	@Test
	void contextPathBeyondAsciiMatchesItsEncodedForm() {
		assertThat(RequestTarget.parse("/caf%C3%A9/x", UriPolicy.STRICT).matchContext("/café"))
			.isEqualTo(new ContextMatch("/caf%C3%A9", "/x"));
	}

	@Test
	void contextPathDoesNotEndInsideASegmentThatHoldsADecodedSlash() {
		assertThat(RequestTarget.parse("/app%2Fx/y", DECODE_SLASH).matchContext("/app")).isNull();
	}

	@Test
	void rootContextMatchesEverything() {
		assertThat(RequestTarget.parse("/%61/b", UriPolicy.STRICT).matchContext(""))
			.isEqualTo(new ContextMatch("", "/a/b"));
	}

}
