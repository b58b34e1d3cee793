package io.mvcbridge.jakarta.deploy.descriptor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/**
 * Turns the XML of a descriptor into elements, with the JDK's parser, whatever other one
 * is on the class path. Nothing is ever fetched: a DOCTYPE, which descriptors before
 * Servlet 2.4 have, is passed over, and entities that it declares are unknown. So neither
 * can a descriptor read files or addresses, nor grow while it is read.
 */
final class DescriptorXml {

	/** Namespaces of Servlet 2.4, of 2.5 and 3.0, of 3.1 and 4.0, and since 5.0. */
	private static final Set<String> NAMESPACES = Set.of("http://java.sun.com/xml/ns/j2ee",
			"http://java.sun.com/xml/ns/javaee", "http://xmlns.jcp.org/xml/ns/javaee",
			"https://jakarta.ee/xml/ns/jakartaee");

	/** How a DOCTYPE names its version. */
	private static final Pattern PUBLIC_ID = Pattern.compile(
			"<!DOCTYPE\\s+web-app\\s+PUBLIC\\s+[\"']-//Sun Microsystems, Inc\\.//DTD Web Application ([0-9.]+)//EN");

	/** The deepest element of the schema is at seven. */
	private static final int MAX_DEPTH = 50;

	private final String file;

	private final XMLStreamReader reader;

	private final byte[] bytes;

	private @Nullable String doctypeVersion;

	private DescriptorXml(String file, XMLStreamReader reader, byte[] bytes) {
		this.file = file;
		this.reader = reader;
		this.bytes = bytes;
	}

	/**
	 * Reads a descriptor.
	 * @param file its name, for messages
	 * @param in the file, which is not closed
	 * @return its root, with the version of its DOCTYPE
	 * @throws IOException if the file cannot be read
	 * @throws DescriptorException if it is no well-formed XML
	 */
	static Document read(String file, InputStream in) throws IOException {
		byte[] bytes = in.readAllBytes();
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLInputFactory.IS_COALESCING, true);
		try {
			XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
			try {
				DescriptorXml xml = new DescriptorXml(file, reader, bytes);
				return new Document(xml.root(), xml.doctypeVersion);
			}
			finally {
				reader.close();
			}
		}
		catch (XMLStreamException ex) {
			int line = (ex.getLocation() != null) ? Math.max(0, ex.getLocation().getLineNumber()) : 0;
			Source source = new Source(file, line);
			throw new DescriptorException(source + ": The file is no well-formed XML, correct it there: " + reason(ex),
					ex, source);
		}
	}

	private XmlElement root() throws XMLStreamException {
		Deque<XmlElement> open = new ArrayDeque<>();
		while (this.reader.hasNext()) {
			switch (this.reader.next()) {
				case XMLStreamConstants.START_ELEMENT -> {
					if (!open.isEmpty() && isForeign()) {
						skip();
						continue;
					}
					XmlElement element = element();
					if (open.size() == MAX_DEPTH) {
						throw element.error("<" + element.name() + "> is nested too deeply; no descriptor has "
								+ MAX_DEPTH + " elements in each other");
					}
					open.push(element);
				}
				case XMLStreamConstants.END_ELEMENT -> {
					XmlElement element = open.pop();
					if (open.isEmpty()) {
						finish();
						return element;
					}
					open.getFirst().add(element);
				}
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
					if (!open.isEmpty()) {
						open.getFirst().append(this.reader.getText());
					}
				}
				case XMLStreamConstants.DTD -> this.doctypeVersion = doctypeVersion();
				default -> {
				}
			}
		}
		throw new XMLStreamException("There is no element", this.reader.getLocation());
	}

	/** What comes after the root has to be well-formed, too. */
	private void finish() throws XMLStreamException {
		while (this.reader.hasNext()) {
			this.reader.next();
		}
	}

	private boolean isForeign() {
		String namespace = this.reader.getNamespaceURI();
		return namespace != null && !namespace.isEmpty() && !NAMESPACES.contains(namespace);
	}

	private void skip() throws XMLStreamException {
		int depth = 1;
		while (depth > 0) {
			int event = this.reader.next();
			if (event == XMLStreamConstants.START_ELEMENT) {
				depth++;
			}
			else if (event == XMLStreamConstants.END_ELEMENT) {
				depth--;
			}
		}
	}

	private XmlElement element() {
		if (isForeign()) {
			throw DescriptorException.at(source(),
					"<" + this.reader.getLocalName() + "> is of the namespace '" + this.reader.getNamespaceURI()
							+ "', which is none of descriptors; it has to be 'https://jakarta.ee/xml/ns/jakartaee'");
		}
		Map<String, String> attributes = new LinkedHashMap<>();
		for (int i = 0; i < this.reader.getAttributeCount(); i++) {
			String namespace = this.reader.getAttributeNamespace(i);
			if (namespace == null || namespace.isEmpty()) {
				attributes.put(this.reader.getAttributeLocalName(i), this.reader.getAttributeValue(i));
			}
		}
		return new XmlElement(this.reader.getLocalName(), source(), attributes, "2.2".equals(this.doctypeVersion));
	}

	private Source source() {
		return new Source(this.file, Math.max(0, this.reader.getLocation().getLineNumber()));
	}

	/** The parser does not say what is in a DOCTYPE that it passes over. */
	private @Nullable String doctypeVersion() {
		Matcher matcher = PUBLIC_ID.matcher(new String(this.bytes, StandardCharsets.ISO_8859_1));
		return matcher.find() ? matcher.group(1) : null;
	}

	/** The parser's own words, without the position that it puts before them. */
	private static String reason(XMLStreamException ex) {
		String message = String.valueOf(ex.getMessage());
		int start = message.indexOf("\nMessage: ");
		return (start < 0) ? message : message.substring(start + "\nMessage: ".length());
	}

	/**
	 * A descriptor's XML.
	 *
	 * @param root the root element
	 * @param doctypeVersion the version that its DOCTYPE names, null without one
	 */
	record Document(XmlElement root, @Nullable String doctypeVersion) {
	}

}
