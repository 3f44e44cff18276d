package io.millrace.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server sent on one connection.
 *
 * @param status the status of the first response, 0 where there is none
 * @param head its headers
 * @param body everything after them, a character for each byte
 */
record ConsoleAnswer(int status, String head, String body) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2}) .*", Pattern.DOTALL);
    private static final int OWN_ERROR = 1011;
    private static final int CLOSE = 8;
    private static final int TEXT = 1;

    static ConsoleAnswer of(byte[] received) {
        String all = new String(received, StandardCharsets.ISO_8859_1);
        int end = all.indexOf("\r\n\r\n");
        if (end < 0) {
            return new ConsoleAnswer(0, all, "");
        }
        Matcher status = STATUS.matcher(all);
        Guard.check(status.matches(), "a response has no status " + all);
        return new ConsoleAnswer(Integer.parseInt(status.group(1)), all.substring(0, end), all.substring(end + 4));
    }

    /** Fails where the server has an error of its own, or sends as JSON what is none. */
    void checkNotFailed() {
        Guard.check(status != 500, "the server has an error " + this);
        boolean isWhole = head.contains("Connection: close") && !head.contains("Transfer-Encoding");
        if (isWhole && head.contains("Content-Type: application/json") && !body.isEmpty()) {
            checkJson(body);
        }
    }

    private void checkJson(String text) {
        try (JsonParser json = JSON.createParser(text.getBytes(StandardCharsets.ISO_8859_1))) {
            while (json.nextToken() != null) {}
        } catch (JsonProcessingException e) {
            throw new AssertionError("the server sent no JSON " + this, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails where a session ended with an error of the server, or a text that is no JSON was sent in it. */
    void checkFrames() {
        int at = 0;
        while (at + 2 <= body.length()) {
            int opcode = body.charAt(at) & 0x0F;
            long length = body.charAt(at + 1) & 0x7F;
            int from = at + 2 + (length < 126 ? 0 : length == 126 ? 2 : 8);
            if (from > body.length()) {
                return; // cut off by the end of the connection
            }
            for (int i = at + 2; i < from; i++) {
                length = (i == at + 2 ? 0 : length << 8) | body.charAt(i);
            }
            if (length < 0 || length > body.length() - from) {
                return;
            }
            at = from + (int) length;
            check(opcode, body.substring(from, at));
        }
    }

    private void check(int opcode, String payload) {
        if (opcode == CLOSE && payload.length() >= 2) {
            int code = payload.charAt(0) << 8 | payload.charAt(1);
            Guard.check(code != OWN_ERROR, "a session ended with an error of the server " + this);
        } else if (opcode == TEXT) {
            checkJson(payload);
        }
    }

    @Override
    public String toString() {
        return "status=" + status + " body=" + body;
    }
}
