package io.millrace.load.http;

import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Finds the end of a response of HTTP/1.1 or 1.0 (RFC 9112), however it is split, its status, and whether the
 * connection may be reused. The body is counted and dropped.
 *
 * <p>Whatever RFC 9112 does not allow is an error, except a bare LF as the end of a line, which it lets a reader take.
 * Lines, heads and trailers are bounded. For one thread.
 */
final class ResponseParser {
    private static final int SHORT_LINE = 128;
    private static final int LONGEST_LINE = 16_384;
    /** Of a head with the interim ones before it, and of trailers. */
    private static final int LONGEST_HEAD = 65_536;

    private static final int SHOWN = 60;
    private static final int STATUS_LENGTH = 12;
    private static final int SWITCHING = 101;
    private static final int FIRST_FINAL = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int MOST_DIGITS = 18;
    private static final int MOST_HEX_DIGITS = 15;
    private static final long NONE = -1;
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private enum State {
        STATUS_LINE,
        HEADERS,
        BODY,
        UNTIL_CLOSE,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        COMPLETE
    }

    /** The header that a folded line continues. */
    private enum Header {
        NONE,
        OTHER,
        CONNECTION,
        LENGTH
    }

    /** Grows with what lines need; there may be very many connections. */
    private byte[] line = new byte[SHORT_LINE];

    private int lineLength;
    private int headLength;
    private State state = State.COMPLETE;
    private Header header = Header.NONE;
    private boolean isHead;
    private boolean hasBegun;
    private int status;
    private boolean isLast;
    private boolean isFirstVersion;
    private boolean keepsAlive;
    private boolean closes;
    private boolean hasTransferEncoding;
    private boolean isChunked;
    private long contentLength;
    private long left;

    /** Prepares for the response to a request of a method. */
    void begin(String method) {
        isHead = method.equals("HEAD");
        hasBegun = false;
        lineLength = 0;
        headLength = 0;
        status = 0;
        startHead();
    }

    private void startHead() {
        state = State.STATUS_LINE;
        header = Header.NONE;
        isFirstVersion = false;
        keepsAlive = false;
        closes = false;
        hasTransferEncoding = false;
        isChunked = false;
        contentLength = NONE;
    }

    /** Returns whether any byte of the response has arrived. */
    boolean hasBegun() {
        return hasBegun;
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Returns the status, once it is complete. */
    int status() {
        return status;
    }

    /** Returns whether the connection may be used again, once it is complete. */
    boolean keepsConnection() {
        return !isLast;
    }

    /**
     * Parses a piece.
     *
     * @return the offset after the last byte of the answer, or {@code to} where more is missing
     * @throws ProtocolException if it is no answer of HTTP/1
     */
    int accept(byte[] bytes, int from, int to) throws ProtocolException {
        int at = from;
        hasBegun |= to > from;
        while (at < to && state != State.COMPLETE) {
            switch (state) {
                case BODY, CHUNK -> {
                    long taken = Math.min(left, to - at);
                    left -= taken;
                    at += (int) taken;
                    if (left == 0) {
                        state = state == State.BODY ? State.COMPLETE : State.CHUNK_END;
                    }
                }
                case UNTIL_CLOSE -> at = to;
                default -> at = acceptLine(bytes, at, to);
            }
        }
        return at;
    }

    /**
     * Processes the end of the connection, which ends a body that has no other end.
     *
     * @throws ProtocolException if something is missing
     */
    void endOfConnection() throws ProtocolException {
        if (state != State.UNTIL_CLOSE) {
            throw new ProtocolException("connection closed within a response");
        }
        state = State.COMPLETE;
    }

    private int acceptLine(byte[] bytes, int from, int to) throws ProtocolException {
        int end = from;
        while (end < to && bytes[end] != '\n') {
            end++;
        }
        int length = end - from;
        if (lineLength + length > LONGEST_LINE) {
            throw new ProtocolException("response line is too long limit=" + LONGEST_LINE);
        }
        if (lineLength + length > line.length) {
            line = Arrays.copyOf(line, Math.clamp(2L * (lineLength + length), SHORT_LINE, LONGEST_LINE));
        }
        System.arraycopy(bytes, from, line, lineLength, length);
        lineLength += length;
        if (end == to) {
            return to;
        }
        if (state != State.CHUNK_SIZE && state != State.CHUNK_END) {
            headLength += lineLength + 1;
            if (headLength > LONGEST_HEAD) {
                throw new ProtocolException("response head is too long limit=" + LONGEST_HEAD);
            }
        }
        if (lineLength > 0 && line[lineLength - 1] == '\r') {
            lineLength--;
        }
        for (int i = 0; i < lineLength; i++) {
            if ((line[i] >= 0 && line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f) {
                throw problem("answer has a control character in a line");
            }
        }
        line();
        lineLength = 0;
        return end + 1;
    }

    private void line() throws ProtocolException {
        switch (state) {
            case STATUS_LINE -> statusLine();
            case HEADERS -> {
                if (lineLength == 0) {
                    endOfHead();
                } else if (isFolded()) {
                    continuation();
                } else {
                    header();
                }
            }
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> {
                if (lineLength > 0) {
                    throw problem("answer has more in a chunk than its size");
                }
                state = State.CHUNK_SIZE;
            }
            default -> { // trailers
                if (lineLength == 0) {
                    state = State.COMPLETE;
                } else if (!isFolded()) {
                    colon();
                }
            }
        }
    }

    private void statusLine() throws ProtocolException {
        boolean isWhole = lineLength >= STATUS_LENGTH
                && startsWith("HTTP/1.")
                && isDigit(line[7])
                && line[8] == ' '
                && line[9] >= '1'
                && isDigit(line[9])
                && isDigit(line[10])
                && isDigit(line[11])
                && (lineLength == STATUS_LENGTH || line[STATUS_LENGTH] == ' ');
        if (!isWhole) {
            throw problem("answer has no status line");
        }
        isFirstVersion = line[7] == '0';
        status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
        if (status == SWITCHING) {
            throw problem("answer changes the protocol unasked");
        }
        state = State.HEADERS;
    }

    private boolean startsWith(String start) {
        for (int i = 0; i < start.length(); i++) {
            if (line[i] != start.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns where the name of a header ends. */
    private int colon() throws ProtocolException {
        int colon = 0;
        while (colon < lineLength && line[colon] != ':') {
            if (!isToken(line[colon])) {
                throw problem("answer has no header in a line");
            }
            colon++;
        }
        if (colon == 0 || colon == lineLength) {
            throw problem("answer has no header in a line");
        }
        return colon;
    }

    private void header() throws ProtocolException {
        int colon = colon();
        header = Header.OTHER;
        if (isName("content-length", colon)) {
            header = Header.LENGTH;
            contentLength(colon);
        } else if (isName("transfer-encoding", colon)) {
            header = Header.LENGTH;
            transferEncoding(value(colon));
        } else if (isName("connection", colon)) {
            header = Header.CONNECTION;
            if (isValue("keep-alive", colon)) {
                keepsAlive = true;
                return;
            }
            connection(value(colon));
        }
    }

    private void connection(String options) {
        for (String option : options.split(",", -1)) {
            closes |= option.strip().equalsIgnoreCase("close");
            keepsAlive |= option.strip().equalsIgnoreCase("keep-alive");
        }
    }

    private boolean isFolded() {
        return line[0] == ' ' || line[0] == '\t';
    }

    /**
     * Takes a line that continues the value of the header before it, which RFC 9112 lets a reader accept. Not where the
     * value says where the answer ends: readers that join such lines in another way would find another end.
     */
    private void continuation() throws ProtocolException {
        switch (header) {
            case NONE -> throw problem("answer has no header in a line");
            case LENGTH -> throw problem("answer continues its length in a further line");
            case CONNECTION -> connection(value(-1));
            case OTHER -> {}
        }
    }

    private boolean isName(String name, int length) {
        if (length != name.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if ((line[i] | (isLetter(line[i]) ? 0x20 : 0)) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String value(int colon) {
        return new String(line, colon + 1, lineLength - colon - 1, StandardCharsets.ISO_8859_1).strip();
    }

    /** Returns whether the value after a colon and a space is a text, as it mostly is; false says nothing. */
    private boolean isValue(String text, int colon) {
        int from = colon + 2;
        if (lineLength - from != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (line[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Takes digits after a colon and a space without a text of their own. The same length may be said twice. */
    private void contentLength(int colon) throws ProtocolException {
        int digits = lineLength - colon - 2;
        long length = 0;
        boolean isPlain = contentLength == NONE && digits > 0 && digits <= MOST_DIGITS && line[colon + 1] == ' ';
        for (int i = colon + 2; isPlain && i < lineLength; i++) {
            isPlain = isDigit(line[i]);
            length = 10 * length + line[i] - '0';
        }
        if (isPlain) {
            contentLength = length;
        } else {
            contentLength(value(colon));
        }
    }

    private void contentLength(String value) throws ProtocolException {
        for (String one : value.split(",", -1)) {
            String digits = one.strip();
            boolean isNumber = !digits.isEmpty()
                    && digits.length() <= MOST_DIGITS
                    && digits.chars().allMatch(digit -> digit >= '0' && digit <= '9');
            if (!isNumber) {
                throw problem("answer has no number as its length");
            }
            long length = Long.parseLong(digits);
            if (contentLength != NONE && contentLength != length) {
                throw problem("answer has two lengths");
            }
            contentLength = length;
        }
    }

    private void transferEncoding(String value) throws ProtocolException {
        for (String coding : value.split(",", -1)) {
            if (isChunked) {
                throw problem("answer is encoded after it was cut into chunks");
            }
            hasTransferEncoding = true;
            isChunked = coding.strip().toLowerCase(Locale.ROOT).equals("chunked");
        }
    }

    private void endOfHead() throws ProtocolException {
        if (status < FIRST_FINAL) {
            // An interim answer; the final one follows.
            startHead();
            return;
        }
        if (hasTransferEncoding && contentLength != NONE) {
            throw new ProtocolException("response has a length and a transfer encoding");
        }
        isLast = closes || (isFirstVersion && !keepsAlive);
        if (isHead || status == NO_CONTENT || status == NOT_MODIFIED) {
            state = State.COMPLETE;
        } else if (isChunked) {
            state = State.CHUNK_SIZE;
        } else if (contentLength == NONE) {
            isLast = true;
            state = State.UNTIL_CLOSE;
        } else {
            left = contentLength;
            state = left == 0 ? State.COMPLETE : State.BODY;
        }
    }

    private void chunkSize() throws ProtocolException {
        int digits = 0;
        long size = 0;
        while (digits < lineLength && Character.digit(line[digits], 16) >= 0) {
            size = size << 4 | Character.digit(line[digits], 16);
            digits++;
            if (digits > MOST_HEX_DIGITS) {
                throw problem("answer has too large a chunk");
            }
        }
        int after = digits;
        while (after < lineLength && (line[after] == ' ' || line[after] == '\t')) {
            after++;
        }
        // The text after a semicolon is an extension, which is ignored.
        if (digits == 0 || (after < lineLength && line[after] != ';')) {
            throw problem("answer has no size of a chunk in a line");
        }
        left = size;
        headLength = size == 0 ? 0 : headLength;
        state = size == 0 ? State.TRAILERS : State.CHUNK;
    }

    private static boolean isDigit(byte one) {
        return one >= '0' && one <= '9';
    }

    private static boolean isLetter(byte one) {
        return (one >= 'A' && one <= 'Z') || (one >= 'a' && one <= 'z');
    }

    static boolean isToken(int one) {
        return (one >= '0' && one <= '9')
                || (one >= 'A' && one <= 'Z')
                || (one >= 'a' && one <= 'z')
                || (one > 0 && TOKEN_MARKS.indexOf(one) >= 0);
    }

    private ProtocolException problem(String what) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(lineLength, SHOWN); i++) {
            boolean isPrintable = line[i] >= ' ' && line[i] < 0x7f;
            shown.append(isPrintable ? (char) line[i] : '?');
        }
        return new ProtocolException(what + " line=" + shown);
    }
}
