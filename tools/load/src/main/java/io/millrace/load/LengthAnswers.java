package io.millrace.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Answers that begin with their length in four bytes, which does not count itself. Their bytes are not looked at. */
final class LengthAnswers implements TcpAnswers {
    private final int longestBytes;
    private final ByteOrder order;
    /** The bytes of the length so far, and how many they are. */
    private int prefix;

    private int prefixBytes;
    private int left;

    LengthAnswers(int longestBytes, ByteOrder order) {
        this.longestBytes = longestBytes;
        this.order = order;
    }

    @Override
    public boolean accept(ByteBuffer in) throws ProtocolException {
        while (prefixBytes < Integer.BYTES) {
            if (!in.hasRemaining()) {
                return false;
            }
            prefix = (prefix << Byte.SIZE) | (in.get() & 0xff);
            prefixBytes++;
            if (prefixBytes == Integer.BYTES) {
                left = order == ByteOrder.BIG_ENDIAN ? prefix : Integer.reverseBytes(prefix);
                if (left < 0 || left > longestBytes) {
                    throw new ProtocolException("answer is too long or no length bytes="
                            + Integer.toUnsignedString(left) + " longestBytes=" + longestBytes);
                }
            }
        }
        int more = Math.min(left, in.remaining());
        in.position(in.position() + more);
        left -= more;
        if (left > 0) {
            return false;
        }
        reset();
        return true;
    }

    @Override
    public boolean hasBegun() {
        return prefixBytes > 0;
    }

    @Override
    public Throwable failure() {
        return null;
    }

    @Override
    public void reset() {
        prefix = 0;
        prefixBytes = 0;
        left = 0;
    }
}
