package io.millrace.benchmarks;

import java.nio.ByteBuffer;

/** Values of the size that the suite has, with a number in front. */
final class PayloadBytes {
    private PayloadBytes() {}

    static byte[] of(long number) {
        byte[] value = new byte[KafkaSuite.VALUE_BYTES];
        ByteBuffer.wrap(value).putLong(0, number);
        return value;
    }

    static long number(byte[] value) {
        return ByteBuffer.wrap(value).getLong(0);
    }
}
