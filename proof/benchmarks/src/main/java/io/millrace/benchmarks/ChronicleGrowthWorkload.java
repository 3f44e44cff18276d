package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireMarshaller;
import net.openhft.chronicle.wire.WireType;

/** Growing messages in the self-describing binary form of Chronicle Wire. */
public final class ChronicleGrowthWorkload extends GrowthWorkload {
    private static final int MEMORY_BYTES = 1 << 16;

    /** Creates the workload; a fork calls this. */
    public ChronicleGrowthWorkload() {}

    @Override
    Trip open(Object message) {
        @SuppressWarnings("unchecked") // the class of the message
        Class<Object> type = (Class<Object>) message.getClass();
        WireMarshaller<Object> marshaller = WireMarshaller.of(type);
        Bytes<?> bytes = Bytes.allocateElasticDirect(MEMORY_BYTES);
        Wire wire = WireType.BINARY_LIGHT.apply(bytes);
        Object reuse;
        try {
            reuse = type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new BenchmarkException("a message cannot be created class=" + type, e);
        }
        return new Trip() {
            @Override
            public void write() {
                wire.reset();
                marshaller.writeMarshallable(message, wire);
            }

            @Override
            public Object read() {
                bytes.readPositionRemaining(0, bytes.writePosition());
                marshaller.readMarshallable(reuse, wire, true);
                return reuse;
            }
        };
    }
}
