package io.millrace.fix.cli;

import io.millrace.fix.FixCheck;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixField;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixProblem;
import io.millrace.fix.FixValidator;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Prints messages, one field a line. */
final class MessagePrinter {

    private static final int BEGIN_STRING = 8;
    private static final int MSG_TYPE = 35;

    /** Passwords: Password, NewPassword, EncryptedPassword, EncryptedNewPassword. */
    private static final Set<Integer> MASKED = Set.of(554, 925, 1402, 1404);

    private final DictionaryChoice dictionaries;
    private final PrintWriter out;
    private final FixMessage message = new FixMessage();
    private final FixValidator validator = new FixValidator(FixCheck.knownFields());
    private int messages;
    private int errors;

    MessagePrinter(DictionaryChoice dictionaries, PrintWriter out) {
        this.dictionaries = dictionaries;
        this.out = out;
    }

    int messages() {
        return messages;
    }

    int errors() {
        return errors;
    }

    void print(int line, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String version = text.substring(2, Math.max(2, text.indexOf('\u0001')));
        DictionaryChoice.Choice choice = dictionaries.of(version);
        FixDictionary dictionary = choice.dictionary();
        FixFault fault = message.parse(bytes, 0, bytes.length, dictionary);
        String type = message.text(MSG_TYPE);
        messages++;
        out.println("line " + line + ": "
                + (message.type() == null ? "unknown message" : message.type().name())
                + (type == null ? "" : " (" + type + ")"));
        for (int field = 0; field < message.size(); field++) {
            print(dictionary, field);
        }
        if (fault != FixFault.NONE) {
            error("The message is garbled: " + fault.sentence() + ".");
        } else if (!choice.exact()) {
            out.println("  note: named by " + dictionary.version() + ", since there is no dictionary of " + version
                    + "; errors of single fields are not looked for. Give one with --dictionary.");
        } else if (!validator.isValid(message)) {
            error(sentence(dictionary, validator.problem()));
        }
        out.println();
    }

    private void error(String sentence) {
        errors++;
        out.println("  error: " + sentence);
    }

    private void print(FixDictionary dictionary, int field) {
        int tag = message.tag(field);
        FixField known = dictionary.field(tag);
        int start = message.start(field);
        int end = message.end(field);
        String value = new String(message.bytes(), start, end - start, StandardCharsets.ISO_8859_1);
        String shown = MASKED.contains(tag) ? "***" : printable(value);
        String meaning = known == null || tag == BEGIN_STRING ? null : known.meaningOf(message.bytes(), start, end);
        out.println("  " + "    ".repeat(message.depth(field)) + tag + " "
                + (known == null ? "(unknown)" : known.name()) + " = " + shown
                + (meaning == null || meaning.equals(value) ? "" : " (" + meaning + ")"));
    }

    /** Returns text in which what a terminal would obey is shown as its number; data may hold anything. */
    static String printable(String value) {
        StringBuilder shown = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || (c >= 0x7F && c < 0xA0)) {
                shown.append("\\x").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    private String sentence(FixDictionary dictionary, FixProblem problem) {
        FixField field = dictionary.field(problem.tag());
        String name = field == null ? "Tag " + problem.tag() : field.name() + " (" + problem.tag() + ")";
        String type = message.type() == null ? "This message" : message.type().name();
        return switch (problem.reason()) {
            case INVALID_TAG -> name + " is no tag that the dictionary knows.";
            case REQUIRED_TAG_MISSING -> type + " needs " + name + ", which is missing.";
            case TAG_NOT_DEFINED -> type + " has no field " + name + ".";
            case NO_VALUE -> name + " is empty.";
            case VALUE_INCORRECT -> name + " has a value that the dictionary does not list.";
            case DATA_FORMAT -> name + " does not have the form of its type, " + typeOf(field) + ".";
            case INVALID_MSG_TYPE -> "The dictionary has no message of this type.";
            case REPEATED_TAG -> name + " is in the message twice, and not in a group.";
            case TAG_ORDER -> name + " is in the wrong part: header, body and trailer must follow each other.";
            case GROUP_ORDER -> problem.text() + ": the members of a group have a fixed order.";
            case GROUP_COUNT -> name + " is not the number of entries that follow it.";
            case COMP_ID, SENDING_TIME, GARBLED -> problem.text() + ".";
        };
    }

    private static String typeOf(FixField field) {
        return field == null ? "unknown" : field.type().name();
    }
}
