package io.millrace.benchmarks;

import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireMarshaller;
import net.openhft.chronicle.wire.WireType;

/**
 * The wire suite with Chronicle Wire, a subclass for each format. The marshaller of a message's class writes the
 * message, as {@code SelfDescribingMarshallable} does, without the name of the class or of an event.
 */
abstract class ChronicleWireWorkload extends WireWorkload {
    static final String VERSION = "2026.6";

    private final WireType type;

    private ChronicleWireWorkload(WireType type) {
        this.type = type;
    }

    /** Measures self-describing binary. */
    public static final class Binary extends ChronicleWireWorkload {
        static final String FORMAT = "BINARY_LIGHT";

        /** Creates the workload; a fork calls this. */
        public Binary() {
            super(WireType.BINARY_LIGHT);
        }
    }

    /** Measures binary without names. */
    public static final class Fieldless extends ChronicleWireWorkload {
        static final String FORMAT = "FIELDLESS_BINARY";

        /** Creates the workload; a fork calls this. */
        public Fieldless() {
            super(WireType.FIELDLESS_BINARY);
        }
    }

    /** Measures YAML. */
    public static final class Text extends ChronicleWireWorkload {
        static final String FORMAT = "TEXT";

        /** Creates the workload; a fork calls this. */
        public Text() {
            super(WireType.TEXT);
        }
    }

    /** Measures JSON. */
    public static final class Json extends ChronicleWireWorkload {
        static final String FORMAT = "JSON";

        /** Creates the workload; a fork calls this. */
        public Json() {
            super(WireType.JSON);
        }
    }

    @Override
    final List<String> formats() {
        return List.of(type.name());
    }

    @Override
    final List<WireWorkload> siblings() {
        return List.of(new Binary(), new Fieldless(), new Text(), new Json());
    }

    @Override
    final RoundTrip open(String format, WireMessage message) {
        return message instanceof NineFields update
                ? new Marshalled<>(type, update, new NineFields())
                : new Marshalled<>(type, (OrderSingle) message, new OrderSingle());
    }

    private static final class Marshalled<T extends WireMessage> extends RoundTrip {
        private final T message;
        private final T reuse;
        private final WireMarshaller<T> marshaller;
        private final Bytes<?> bytes = Bytes.allocateElasticDirect(MEMORY_BYTES);
        private final Wire wire;
        private long[] ends = new long[1];
        private int written;
        private int next;

        @SuppressWarnings("unchecked") // the class of a T is a Class<T>
        Marshalled(WireType type, T message, T reuse) {
            super(message);
            this.message = message;
            this.reuse = reuse;
            this.marshaller = WireMarshaller.of((Class<T>) message.getClass());
            this.wire = type.apply(bytes);
        }

        @Override
        void rewind() {
            bytes.readPositionUnlimited(0);
            bytes.writePosition(0);
            written = 0;
            next = 0;
        }

        @Override
        int write() {
            long before = bytes.writePosition();
            wire.reset();
            bytes.writePosition(before);
            marshaller.writeMarshallable(message, wire);
            if (++written == ends.length) {
                ends = java.util.Arrays.copyOf(ends, 2 * ends.length);
            }
            ends[written] = bytes.writePosition();
            return (int) (ends[written] - before);
        }

        @Override
        WireMessage read() {
            long start = ends[next++];
            bytes.readPositionRemaining(start, ends[next] - start);
            marshaller.readMarshallable(reuse, wire, true);
            return reuse;
        }
    }
}
