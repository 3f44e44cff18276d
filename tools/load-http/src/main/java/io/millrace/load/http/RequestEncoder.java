package io.millrace.load.http;

import io.millrace.load.Operation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Writes requests of HTTP/1.1 as bytes; those that no value changes only once. For one thread. */
final class RequestEncoder {
    /** Of these a server may expect a body, so that it is told when there is none. */
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private static final String PLAIN_MARKS = "-._~!$&'()*+,;=:@/?";
    private static final int LAST_ASCII = 0x7f;
    private static final boolean[] PLAIN = plain();

    private final byte[][] constants;
    private final byte[][] headers;
    private final String server;
    private final StringBuilder text = new StringBuilder();
    private byte[] bytes = new byte[1024];
    private int length;

    RequestEncoder(URI base, List<HttpOperation> kinds) {
        server = base.getHost() + (base.getPort() < 0 ? "" : ":" + base.getPort());
        constants = new byte[kinds.size()][];
        headers = new byte[kinds.size()][];
        for (int i = 0; i < constants.length; i++) {
            HttpOperation kind = kinds.get(i);
            headers[i] = headers(kind).getBytes(StandardCharsets.ISO_8859_1);
            if (kind.isConstant()) {
                write(kind, headers[i], null);
                constants[i] = Arrays.copyOf(bytes, length);
            }
        }
    }

    private static boolean[] plain() {
        boolean[] plain = new boolean[LAST_ASCII + 1];
        for (int i = 0; i <= LAST_ASCII; i++) {
            boolean isLetter = (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z');
            plain[i] = isLetter || (i >= '0' && i <= '9') || PLAIN_MARKS.indexOf(i) >= 0;
        }
        return plain;
    }

    private String headers(HttpOperation kind) {
        StringBuilder out = new StringBuilder(" HTTP/1.1\r\nHost: " + server + "\r\nUser-Agent: millrace\r\n");
        if (!kind.contentType().isEmpty()) {
            out.append("Content-Type: ").append(kind.contentType()).append("\r\n");
        }
        if (!kind.header().name().isEmpty()) {
            out.append(kind.header().name())
                    .append(": ")
                    .append(kind.header().value())
                    .append("\r\n");
        }
        return out.toString();
    }

    /**
     * Makes the request of an operation; the bytes are good until the next.
     *
     * @throws IllegalArgumentException if its path makes no address
     */
    byte[] encode(int number, HttpOperation kind, Operation operation) {
        if (constants[number] != null) {
            length = constants[number].length;
            return constants[number];
        }
        write(kind, headers[number], operation);
        return bytes;
    }

    /** Returns how many bytes the request has that was made last. */
    int length() {
        return length;
    }

    private void write(HttpOperation kind, byte[] heading, Operation operation) {
        length = 0;
        ascii(kind.method());
        add((byte) ' ');
        target(kind, operation);
        add(heading);
        byte[] content = {};
        if (kind.body() != null) {
            text.setLength(0);
            kind.body().appendTo(text, operation);
            content = text.toString().getBytes(StandardCharsets.UTF_8);
        }
        if (kind.body() != null || WITH_BODY.contains(kind.method())) {
            ascii("Content-Length: ");
            ascii(Integer.toString(content.length));
            ascii("\r\n");
        }
        ascii("\r\n");
        add(content);
    }

    /** Returns the path to send: most paths as they are, others resolved and encoded as URIs. */
    private void target(HttpOperation kind, Operation operation) {
        text.setLength(0);
        if (kind.path() != null) {
            kind.path().appendTo(text, operation);
        }
        if (isPlain(text)) {
            ascii(text);
            return;
        }
        URI uri = URI.create(kind.uri(operation).toASCIIString());
        String path = uri.getRawPath();
        ascii(path == null || path.isEmpty() ? "/" : path);
        if (uri.getRawQuery() != null) {
            add((byte) '?');
            ascii(uri.getRawQuery());
        }
    }

    private static boolean isPlain(CharSequence path) {
        if (path.isEmpty() || path.charAt(0) != '/' || (path.length() > 1 && path.charAt(1) == '/')) {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) > LAST_ASCII || !PLAIN[path.charAt(i)]) {
                return false;
            }
        }
        return true;
    }

    private void ascii(CharSequence one) {
        room(one.length());
        for (int i = 0; i < one.length(); i++) {
            bytes[length++] = (byte) one.charAt(i);
        }
    }

    private void add(byte one) {
        room(1);
        bytes[length++] = one;
    }

    private void add(byte[] some) {
        room(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
