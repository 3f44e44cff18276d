package io.millrace.server;

/** Writes a string as JSON; all that the server itself needs. */
final class JsonText {

    private static final int FIRST_PRINTABLE = 0x20;

    private JsonText() {}

    /** Returns a text in quotes, with escapes that are safe in HTML too. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < FIRST_PRINTABLE || c == '<' || c == '>' || c == '&' || Character.isSurrogate(c)) {
                        json.append("\\u").append(String.format("%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }
}
