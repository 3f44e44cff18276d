package io.millrace.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An element of a dictionary file, without its namespace, and the line on which it begins. */
record DictionaryNode(
        String source, String name, Map<String, String> attributes, int line, List<DictionaryNode> nodes) {

    static DictionaryNode of(String source, String name, Map<String, String> attributes, int line) {
        return new DictionaryNode(source, name, attributes, line, new ArrayList<>());
    }

    /** Returns an attribute that must be there. */
    String need(String attribute) {
        String value = attributes.get(attribute);
        if (value == null || value.isEmpty()) {
            throw error("an element lacks an attribute element=" + name + " attribute=" + attribute);
        }
        return value;
    }

    /** Returns an attribute that must be a whole number of at least 1. */
    int needNumber(String attribute) {
        String value = need(attribute);
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new FixDictionaryException(notPositive(attribute, value), source, line, e);
        }
        throw error(notPositive(attribute, value));
    }

    private static String notPositive(String attribute, String value) {
        return "an attribute is not a positive whole number attribute=" + attribute + " value=" + value;
    }

    String get(String attribute, String otherwise) {
        return attributes.getOrDefault(attribute, otherwise);
    }

    /** Returns the first element with a name, or an empty one. */
    DictionaryNode first(String element) {
        for (DictionaryNode node : nodes) {
            if (node.name.equals(element)) {
                return node;
            }
        }
        return of(source, element, Map.of(), line);
    }

    FixDictionaryException error(String problem) {
        return new FixDictionaryException(problem, source, line);
    }
}
