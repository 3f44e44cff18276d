package io.millrace.fix.cli;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixField;
import io.millrace.fix.FixMembers;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixMessageText;
import io.millrace.fix.FixMessageType;
import io.millrace.fix.FixWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages as lines: the name of the type, and fields by name, as in {@code NewOrderSingle Side=Buy Text="two words"};
 * listed values may be written by their meaning. Lines such as {@code 35=D|54=1} are read too.
 */
final class MessageLine {

    private static final int CL_ORD_ID = 11;
    private static final int TRANSACT_TIME = 60;

    private record Part(int tag, String value) {}

    private final FixDictionary dictionary;

    MessageLine(FixDictionary dictionary) {
        this.dictionary = dictionary;
    }

    /**
     * Writes the message of a line.
     *
     * @param id for a ClOrdID (11) that the message needs and the line does not have; the same for TransactTime (60)
     * @throws IllegalArgumentException if the line is not a message of the dictionary
     */
    void write(String line, FixWriter to, String id, java.util.function.Consumer<FixWriter> transactTime) {
        List<String> words = line.startsWith("35=") ? List.of(line.split("\\|", -1)) : words(line);
        FixMessageType type = type(words.getFirst());
        List<Part> parts = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            if (!word.isEmpty()) {
                parts.add(part(word));
            }
        }
        to.start(type.type());
        parts.stream().filter(part -> isOfHeader(part.tag)).forEach(part -> to.put(part.tag, part.value));
        to.body();
        FixMembers body = type.body();
        if (needs(body, CL_ORD_ID) && parts.stream().noneMatch(part -> part.tag == CL_ORD_ID)) {
            to.put(CL_ORD_ID, id);
        }
        parts.stream().filter(part -> !isOfHeader(part.tag)).forEach(part -> to.put(part.tag, part.value));
        if (needs(body, TRANSACT_TIME) && parts.stream().noneMatch(part -> part.tag == TRANSACT_TIME)) {
            transactTime.accept(to);
        }
    }

    private static boolean needs(FixMembers body, int tag) {
        return body.has(tag) && body.isRequired(body.slotOf(tag));
    }

    private boolean isOfHeader(int tag) {
        return dictionary.header().has(tag);
    }

    private FixMessageType type(String word) {
        String text = word.startsWith("35=") ? word.substring(3) : word;
        return dictionary.messages().stream()
                .filter(each -> each.type().equals(text) || each.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a line begins with a message such as NewOrderSingle or 35=D message=" + text));
    }

    private Part part(String word) {
        int equals = word.indexOf('=');
        String name = equals < 1 ? word : word.substring(0, equals);
        boolean isTag = FixMessageText.isTag(name);
        FixField field = FixMessageText.field(dictionary, name);
        if (equals < 1 || (field == null && !isTag)) {
            throw new IllegalArgumentException("a field is NAME=VALUE or TAG=VALUE of the dictionary field=" + word);
        }
        int tag = field == null ? Integer.parseInt(name) : field.tag();
        String value = word.substring(equals + 1);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a field has no value field=" + word);
        }
        return new Part(tag, FixMessageText.code(field, value));
    }

    /** Splits at blanks that are not between quotes. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && Character.isWhitespace(c)) {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                    word.setLength(0);
                }
            } else {
                word.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a quote does not end line=" + line);
        }
        words.add(word.toString());
        return words;
    }

    /** Returns a message as a line. */
    String text(FixMessage message) {
        return FixMessageText.line(message, dictionary);
    }
}
