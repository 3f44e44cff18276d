package io.millrace.fix.cli;

import io.millrace.fix.FixCheck;
import io.millrace.fix.FixDictionaries;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixField;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixMessageText;
import io.millrace.fix.FixProblem;
import io.millrace.fix.FixValidator;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Prints messages, one field a line. */
final class MessagePrinter {

    private static final int MSG_TYPE = 35;

    private final FixDictionaries dictionaries;
    private final PrintWriter out;
    private final FixMessage message = new FixMessage();
    private final FixValidator validator = new FixValidator(FixCheck.knownFields());
    private int messages;
    private int errors;

    MessagePrinter(FixDictionaries dictionaries, PrintWriter out) {
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
        FixDictionaries.Choice choice = dictionaries.of(version);
        FixDictionary dictionary = choice.dictionary();
        FixFault fault = message.parse(bytes, 0, bytes.length, dictionary);
        String type = message.text(MSG_TYPE);
        messages++;
        out.println("line " + line + ": "
                + (message.type() == null ? "unknown message" : message.type().name())
                + (type == null ? "" : " (" + type + ")"));
        FixMessageText.fields(message, dictionary).forEach(this::print);
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

    private void print(FixMessageText.Field field) {
        out.println("  " + "    ".repeat(field.depth()) + field.tag() + " "
                + (field.name().isEmpty() ? "(unknown)" : field.name()) + " = " + field.value()
                + (field.meaning().isEmpty() ? "" : " (" + field.meaning() + ")"));
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
