package io.millrace.load.http;

import io.millrace.load.LoadException;
import java.util.Locale;
import java.util.Set;

/**
 * A header that every request has.
 *
 * @param name its name, or empty for no header
 * @param value its value
 */
record HttpHeader(String name, String value) {
    static final HttpHeader NONE = new HttpHeader("", "");

    private static final int FIRST_VISIBLE = 0x20;
    private static final int DELETE = 0x7f;
    private static final int LAST = 0xff;

    /** Headers by which a client says how a message is sent; another value would make it another message. */
    private static final Set<String> OF_THE_CLIENT =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    /**
     * Returns what was written as {@code NAME: VALUE}, or none for an empty text.
     *
     * @throws LoadException if it is no header, or one that is for the client to set
     */
    static HttpHeader parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw new LoadException("a header has the form NAME: VALUE header=" + text);
        }
        HttpHeader header = new HttpHeader(
                text.substring(0, colon).strip(), text.substring(colon + 1).strip());
        boolean isName = !header.name.isEmpty() && header.name.chars().allMatch(ResponseParser::isToken);
        if (!isName || !isValue(header.value)) {
            throw new LoadException("header has invalid characters header=" + text);
        }
        if (OF_THE_CLIENT.contains(header.name.toLowerCase(Locale.ROOT))) {
            throw new LoadException("the client sets this header itself header=" + text);
        }
        return header;
    }

    /** Returns whether a text can be the value of a header. */
    static boolean isValue(String text) {
        return text.chars().allMatch(one -> one == '\t' || (one >= FIRST_VISIBLE && one != DELETE && one <= LAST));
    }
}
