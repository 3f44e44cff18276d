package io.millrace.benchmarks;

import java.nio.ByteBuffer;

/** The messages of an echo client in a byte buffer: each begins with its number, and all have the same size. */
final class EchoMessages {
    /** Holds the most messages that are sent at once, of the largest size. */
    static final int BUFFER_BYTES = EchoTrips.MOST_DUE * 1024;

    private EchoMessages() {}

    /** Clears a buffer, puts the next messages into it, and makes it ready to be written. */
    static void fill(ByteBuffer buffer, int count, int sizeBytes, EchoTrips trips) {
        buffer.clear();
        for (int i = 0; i < count; i++) {
            buffer.putLong(i * sizeBytes, trips.nextNumber());
        }
        buffer.limit(count * sizeBytes);
    }

    /**
     * Records the answers that are complete in a buffer into which bytes were read.
     *
     * @param from position of the first answer that was not recorded yet
     * @return position after those that were recorded
     */
    static int record(ByteBuffer buffer, int from, int sizeBytes, EchoTrips trips) {
        int position = from;
        while (buffer.position() - position >= sizeBytes) {
            trips.answered(buffer.getLong(position));
            position += sizeBytes;
        }
        return position;
    }
}
