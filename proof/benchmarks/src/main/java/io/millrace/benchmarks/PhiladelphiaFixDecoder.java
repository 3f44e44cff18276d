package io.millrace.benchmarks;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageParser;
import com.paritytrading.philadelphia.FIXValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** The FIX suite on the parser of Philadelphia, which checks checksums and knows no dictionary. */
final class PhiladelphiaFixDecoder implements FixDecoder {

    private static final double PRICE_UNITS = 10_000;

    private final FIXMessageParser parser =
            new FIXMessageParser(FIXConfig.newBuilder().setCheckSumEnabled(true).build(), this::message);
    private ByteBuffer buffer;
    private long sum;

    @Override
    public void open(byte[] messages) {
        buffer = ByteBuffer.allocateDirect(messages.length).put(messages);
    }

    @Override
    public long decode() {
        sum = 0;
        buffer.flip();
        try {
            boolean more = true;
            while (more) {
                more = parser.parse(buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sum;
    }

    private void message(FIXMessage message) {
        FIXValue symbol = message.valueOf(55);
        sum += message.valueOf(38).asInt()
                + Math.round(message.valueOf(44).asFloat() * PRICE_UNITS)
                + message.valueOf(54).asChar()
                + message.getMsgSeqNum()
                + symbol.length();
    }
}
