package io.millrace.fix;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Messages as people read them: fields and listed values by name, passwords masked, no control characters. */
public final class FixMessageText {

    /**
     * A field.
     *
     * @param depth 0 for a field of the message, more for one in groups
     * @param name its name; empty if the dictionary does not have it
     * @param value its value, printable
     * @param meaning the meaning of a listed value; empty for others
     */
    public record Field(int depth, int tag, String name, String value, String meaning) {}

    /** Fields that a session writes itself, and that a line does not show: 8, 9, 10, 35, 49, 56. */
    private static final Set<Integer> FRAME = Set.of(8, 9, 10, 35, 49, 56);

    /** Passwords: Password, NewPassword, EncryptedPassword, EncryptedNewPassword. */
    private static final Set<Integer> MASKED = Set.of(554, 925, 1402, 1404);

    private FixMessageText() {}

    /** Returns the fields of a message. */
    public static List<Field> fields(FixMessage message, FixDictionary dictionary) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < message.size(); i++) {
            FixField known = dictionary.field(message.tag(i));
            String value = value(message, i);
            String meaning = known == null || message.tag(i) == FixTags.BEGIN_STRING ? null : known.meaningOf(value);
            fields.add(new Field(
                    message.depth(i),
                    message.tag(i),
                    known == null ? "" : known.name(),
                    MASKED.contains(message.tag(i)) ? "***" : printable(value),
                    meaning == null || meaning.equals(value) ? "" : meaning));
        }
        return fields;
    }

    /** Returns a message as a line: its type, and the fields that a session does not write itself. */
    public static String line(FixMessage message, FixDictionary dictionary) {
        StringBuilder line = new StringBuilder(name(message));
        for (Field field : fields(message, dictionary)) {
            if (!FRAME.contains(field.tag)) {
                String shown = field.meaning.isEmpty() ? field.value : printable(field.meaning);
                boolean isQuoted = shown.isEmpty() || shown.chars().anyMatch(Character::isWhitespace);
                line.append(' ')
                        .append(field.name.isEmpty() ? Integer.toString(field.tag) : field.name)
                        .append('=')
                        .append(isQuoted ? '"' + shown + '"' : shown);
            }
        }
        return line.toString();
    }

    /** Returns the name of the type of a message, or {@code 35=} with the type if it is not known. */
    public static String name(FixMessage message) {
        return message.type() == null
                ? "35=" + printable(String.valueOf(message.text(FixTags.MSG_TYPE)))
                : message.type().name();
    }

    /**
     * Returns a field by its name, in capitals or not, or by its tag.
     *
     * @return the field; null if the dictionary has none
     */
    public static FixField field(FixDictionary dictionary, String name) {
        if (isTag(name)) {
            return dictionary.field(Integer.parseInt(name));
        }
        FixField exact = dictionary.field(name);
        return exact != null
                ? exact
                : dictionary.fieldNames().stream()
                        .filter(name::equalsIgnoreCase)
                        .findFirst()
                        .map(dictionary::field)
                        .orElse(null);
    }

    /** Returns whether a text is a tag. */
    public static boolean isTag(String text) {
        return text.matches("[1-9][0-9]{0,8}");
    }

    /** Returns the value that a meaning stands for, or what was given if it is none. */
    public static String code(FixField field, String given) {
        if (field == null || field.values().contains(given)) {
            return given;
        }
        return field.values().stream()
                .filter(value -> plain(field.meaningOf(value)).equals(plain(given)))
                .findFirst()
                .orElse(given);
    }

    private static String plain(String text) {
        return text == null ? "" : text.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns text in which what a terminal would obey is shown as its number; data may hold anything. */
    public static String printable(String value) {
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

    /** Returns the value of a field by its position in the message. */
    static String value(FixMessage message, int field) {
        int start = message.start(field);
        return new String(message.bytes(), start, message.end(field) - start, StandardCharsets.ISO_8859_1);
    }
}
