package io.millrace.text;

import java.nio.charset.StandardCharsets;

/**
 * The names in objects. Names that begin with {@code @} are reserved ({@code @type}, {@code @value}, and {@code @null}
 * for a null key), so a field or key that begins with one gets another {@code @} at its front.
 */
final class JsonNames {
    static final String TYPE = "@type";
    static final String VALUE = "@value";
    static final byte[] NULL_KEY = Utf8Output.ascii("@null");

    private static final char OURS = '@';

    private JsonNames() {}

    static String escaped(String name) {
        return !name.isEmpty() && name.charAt(0) == OURS ? OURS + name : name;
    }

    static String unescaped(String name) {
        return name.length() > 1 && name.charAt(0) == OURS && name.charAt(1) == OURS ? name.substring(1) : name;
    }

    static boolean isNull(String name) {
        return name.equals("@null");
    }

    /** Returns the text between the quotes, as UTF-8. */
    static byte[] inner(String name) {
        Utf8Output text = new Utf8Output(64, Integer.MAX_VALUE - 64);
        text.put(name, Utf8Output.Escapes.JSON);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a string with its quotes, as UTF-8. */
    static byte[] quoted(String text) {
        String inner = new String(inner(text), StandardCharsets.UTF_8);
        return ('"' + inner + '"').getBytes(StandardCharsets.UTF_8);
    }
}
