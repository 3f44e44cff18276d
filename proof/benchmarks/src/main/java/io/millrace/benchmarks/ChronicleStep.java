package io.millrace.benchmarks;

import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.bytes.MethodId;
import net.openhft.chronicle.wire.BytesInBinaryMarshallable;

/**
 * The call of a pipeline in the compact form of Chronicle Wire, which its guide recommends for low latency: one
 * argument that is reused, fields without names that are written by hand, and a number for the method.
 */
public final class ChronicleStep extends BytesInBinaryMarshallable {
    private static final int STEP = 1;

    long dueNs;
    long sentNs;

    /** Creates an empty message, which its user or the reader fills. */
    public ChronicleStep() {}

    /** The interface of all parts. */
    public interface Steps {
        /** Accepts a call. */
        @MethodId(STEP)
        void step(ChronicleStep step);
    }

    @Override
    public void writeMarshallable(BytesOut<?> bytes) {
        bytes.writeLong(dueNs);
        bytes.writeLong(sentNs);
    }

    @Override
    public void readMarshallable(BytesIn<?> bytes) {
        dueNs = bytes.readLong();
        sentNs = bytes.readLong();
    }
}
