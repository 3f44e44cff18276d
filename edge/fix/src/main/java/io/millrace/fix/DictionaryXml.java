package io.millrace.fix;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the elements of a dictionary file, and finds out by the first one which of the two forms it has. */
final class DictionaryXml {

    private static final int DEEPEST = 64;
    private static final int MOST_ELEMENTS = 5_000_000;

    private DictionaryXml() {}

    static DictionaryParts read(InputStream in, String source) {
        DictionaryNode root = tree(in, source);
        return switch (root.name()) {
            case "fix" -> QuickFixDictionary.parts(root);
            case "repository" -> OrchestraDictionary.parts(root);
            default -> throw root.error("neither a QuickFIX dictionary nor an Orchestra file element=" + root.name());
        };
    }

    private static DictionaryNode tree(InputStream in, String source) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            try {
                return tree(reader, source);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNumber());
            String text = String.valueOf(e.getMessage());
            String reason = text.substring(text.indexOf("Message: ") + 1).replaceFirst("^essage: ", "");
            throw new FixDictionaryException("not well-formed XML: " + reason.strip(), source, line, e);
        }
    }

    private static DictionaryNode tree(XMLStreamReader reader, String source) throws XMLStreamException {
        Deque<DictionaryNode> open = new ArrayDeque<>();
        DictionaryNode root = null;
        int elements = 0;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                DictionaryNode node = DictionaryNode.of(
                        source,
                        reader.getLocalName(),
                        attributes(reader),
                        reader.getLocation().getLineNumber());
                if (open.size() == DEEPEST || ++elements > MOST_ELEMENTS) {
                    throw node.error("the file has too many elements, or they are nested too deeply most="
                            + MOST_ELEMENTS + " deepest=" + DEEPEST);
                }
                if (open.isEmpty()) {
                    root = node;
                } else {
                    open.getLast().nodes().add(node);
                }
                open.addLast(node);
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open.removeLast();
            }
        }
        return root;
    }

    private static Map<String, String> attributes(XMLStreamReader reader) {
        Map<String, String> attributes = HashMap.newHashMap(reader.getAttributeCount());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        return attributes;
    }
}
