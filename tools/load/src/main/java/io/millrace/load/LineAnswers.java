package io.millrace.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Answers that are lines. They are kept only where a pattern tells failures. */
final class LineAnswers implements TcpAnswers {
    private static final int FIRST_BYTES = 256;

    private final int longestBytes;
    private final Pattern failurePattern;
    private final LoadException matched;
    private byte[] line = {};
    private int length;
    private Throwable failure;

    LineAnswers(int longestBytes, Optional<Pattern> failurePattern) {
        this.longestBytes = longestBytes;
        this.failurePattern = failurePattern.orElse(null);
        this.matched = failurePattern
                .map(pattern -> new LoadException("the answer matches the pattern of failures fail=" + pattern))
                .orElse(null);
    }

    @Override
    public boolean accept(ByteBuffer in) throws ProtocolException {
        int from = in.position();
        int end = from;
        while (end < in.limit() && in.get(end) != '\n') {
            end++;
        }
        int more = end - from;
        if (more > longestBytes - length) {
            throw new ProtocolException("answer is too long longestBytes=" + longestBytes);
        }
        if (failurePattern != null) {
            keep(in, more);
        }
        length += more;
        boolean isWhole = end < in.limit();
        in.position(isWhole ? end + 1 : end);
        if (isWhole) {
            failure = failurePattern == null ? null : judge();
            length = 0;
        }
        return isWhole;
    }

    private void keep(ByteBuffer in, int more) {
        if (length + more > line.length) {
            int wanted = Math.max(Math.max(FIRST_BYTES, 2 * line.length), length + more);
            line = Arrays.copyOf(line, Math.min(longestBytes, wanted));
        }
        in.get(line, length, more);
    }

    private Throwable judge() {
        int visible = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        String answer = new String(line, 0, visible, StandardCharsets.UTF_8);
        try {
            return failurePattern.matcher(answer).find() ? matched : null;
        } catch (StackOverflowError e) {
            return new LoadException("the pattern of failures is too deep for an answer fail=" + failurePattern, e);
        }
    }

    @Override
    public boolean hasBegun() {
        return length > 0;
    }

    @Override
    public Throwable failure() {
        return failure;
    }

    @Override
    public void reset() {
        length = 0;
    }
}
