package io.millrace.client;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The opening handshake of a WebSocket on the side of a client, RFC 6455 section 4: a request of HTTP/1.1, and an
 * answer that shows that the server has understood it. No subprotocol and no extension is offered.
 */
final class WebSocketHandshake {

    /** Where a server for clients has its WebSocket. */
    private static final String PATH = "/clients";

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    /** The longest answer of a server, up to its empty line. */
    private static final int MAX_HEAD_BYTES = 1 << 14;

    private static final int MAX_SHOWN = 200;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})(?: [^\\r\\n]*)?");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)");
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");

    private final URI uri;
    private final boolean isSecure;
    private final Optional<String> token;
    private final String key;

    private WebSocketHandshake(URI uri, boolean isSecure, Optional<String> token, String key) {
        this.uri = uri;
        this.isSecure = isSecure;
        this.token = token;
        this.key = key;
    }

    /**
     * Checks that a header carries a token.
     *
     * @throws ClientException where it does not
     */
    static void requireToken(URI uri, String token) {
        if (!TOKEN.matcher(token).matches()) {
            throw new ClientException("the token has characters that a header does not carry uri=" + uri);
        }
    }

    /** Returns a handshake with a key of its own; {@link #requireToken} has checked the token. */
    static WebSocketHandshake of(URI uri, boolean isSecure, Optional<String> token) {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return new WebSocketHandshake(uri, isSecure, token, Base64.getEncoder().encodeToString(key));
    }

    /**
     * Asks for a WebSocket.
     *
     * @throws ClientException where the server does not open one
     */
    void perform(DataInputStream in, OutputStream out) throws IOException {
        out.write(request().getBytes(StandardCharsets.US_ASCII));
        List<String> lines = List.of(head(in).split("\r\n", -1));
        Matcher status = STATUS.matcher(lines.getFirst());
        if (!status.matches()) {
            throw refused("the server does not speak HTTP/1.1", "line", lines.getFirst());
        }
        if (!status.group(1).equals("101")) {
            throw new ClientException("the server refuses the connection uri=" + uri + " status=" + status.group(1));
        }
        check(fields(lines.subList(1, lines.size())));
    }

    private String request() {
        String asked = URI.create(uri.toASCIIString()).getRawPath();
        String authority = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
        StringBuilder request = new StringBuilder();
        request.append("GET ")
                .append(asked == null || asked.length() < 2 ? PATH : asked)
                .append(" HTTP/1.1\r\n");
        request.append("Host: ").append(authority).append("\r\n");
        request.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
        request.append("Sec-WebSocket-Key: ").append(key).append("\r\n");
        request.append("Origin: ")
                .append(isSecure ? "https://" : "http://")
                .append(authority)
                .append("\r\n");
        token.ifPresent(secret ->
                request.append("Authorization: Bearer ").append(secret).append("\r\n"));
        return request.append("\r\n").toString();
    }

    /** Reads the answer up to its empty line, without the ends of the last two lines. */
    private String head(DataInputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int newest = 0; // the last four bytes
        while (newest != 0x0d0a0d0a) {
            if (head.size() == MAX_HEAD_BYTES) {
                throw refused(
                        "the answer of the server has no end maxBytes=" + MAX_HEAD_BYTES,
                        "begin",
                        head.toString(StandardCharsets.ISO_8859_1));
            }
            int next = in.readUnsignedByte();
            head.write(next);
            newest = (newest << Byte.SIZE) | next;
        }
        return head.toString(StandardCharsets.ISO_8859_1).substring(0, head.size() - Integer.BYTES);
    }

    private Map<String, String> fields(List<String> lines) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            if (!field.matches()) {
                throw refused("the answer of the server has a line that is no header", "line", line);
            }
            fields.merge(
                    field.group(1).toLowerCase(Locale.ROOT),
                    field.group(2).strip(),
                    (first, more) -> first + ", " + more);
        }
        return fields;
    }

    private void check(Map<String, String> fields) {
        String upgrade = fields.getOrDefault("upgrade", "");
        if (!upgrade.equalsIgnoreCase("websocket")) {
            throw refused("the server changes to another protocol", "upgrade", upgrade);
        }
        String connection = fields.getOrDefault("connection", "");
        if (Arrays.stream(connection.split(",")).noneMatch(each -> each.strip().equalsIgnoreCase("upgrade"))) {
            throw refused("the server does not change the protocol", "connection", connection);
        }
        String accept = fields.getOrDefault("sec-websocket-accept", "");
        if (!accept.equals(accepted())) {
            throw refused("the server has not understood the key", "accept", accept);
        }
        for (String unasked : new String[] {"sec-websocket-extensions", "sec-websocket-protocol"}) {
            if (fields.containsKey(unasked)) {
                throw refused("the server uses what was not offered", unasked, fields.get(unasked));
            }
        }
    }

    private String accepted() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new ClientException("this JDK has no SHA-1, which WebSockets need", e);
        }
    }

    private ClientException refused(String what, String name, String value) {
        return new ClientException(what + " uri=" + uri + " " + name + "=" + shown(value));
    }

    /** Returns a value of a server, shortened and without characters that change a terminal. */
    static String shown(String value) {
        return value.substring(0, Math.min(value.length(), MAX_SHOWN)).replaceAll("[^\\x20-\\x7e]", "?");
    }
}
