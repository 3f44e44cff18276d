package io.millrace.fix.artio;

import java.util.function.Function;
import java.util.function.LongSupplier;
import uk.co.real_logic.artio.decoder.NewOrderSingleDecoder;
import uk.co.real_logic.artio.fields.DecimalFloat;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/**
 * Decodes orders that follow each other, of which it finds the ends by BodyLength as its engine does, and compares the
 * checksums as its engine does. It is made by what has another class path, and so only of classes of the JDK.
 */
public final class ArtioDecoder implements Function<byte[], LongSupplier> {

    private static final int PRICE_DECIMALS = 4;
    private static final int BODY_LENGTH = 12;
    private static final int TRAILER_BYTES = 7;
    private static final byte SOH = 1;

    private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
    private final MutableAsciiBuffer buffer = new MutableAsciiBuffer();
    private int capacity;

    /** Creates the decoder. */
    public ArtioDecoder() {}

    /** Returns what decodes all of the messages and returns the sum of what they hold. */
    @Override
    public LongSupplier apply(byte[] messages) {
        buffer.wrap(messages);
        capacity = messages.length;
        return this::decode;
    }

    private long decode() {
        long sum = 0;
        int at = 0;
        while (at < capacity) {
            int endOfLength = buffer.scan(at + BODY_LENGTH, capacity - 1, SOH);
            int trailer = endOfLength + 1 + buffer.getNatural(at + BODY_LENGTH, endOfLength);
            int length = trailer + TRAILER_BYTES - at;
            if (buffer.computeChecksum(at, trailer) != buffer.getNatural(trailer + 3, trailer + 6)) {
                throw new IllegalStateException("a checksum differs offset=" + at);
            }
            order.reset();
            order.decode(buffer, at, length);
            sum += value(order.orderQty(), 0)
                    + value(order.price(), PRICE_DECIMALS)
                    + order.side()
                    + order.header().msgSeqNum()
                    + order.symbolLength();
            at += length;
        }
        return sum;
    }

    private static long value(DecimalFloat number, int decimals) {
        long value = number.value();
        for (int i = number.scale(); i < decimals; i++) {
            value *= 10;
        }
        return value;
    }
}
