package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.wire.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The names of the wire suite's cases, which are fixed so that runs can be compared over the years. */
final class WireCases {
    static final String NINE_FIELD = "nine-field";
    static final String ORDER = "order";
    static final List<String> MESSAGES = List.of(NINE_FIELD, ORDER);

    /** The formats of peers, and ours with which they are compared. */
    private static final Map<String, WireFormat> BESIDE = Map.of(
            ChronicleWireWorkload.Binary.FORMAT, WireFormat.BINARY,
            ChronicleWireWorkload.Fieldless.FORMAT, WireFormat.RAW,
            ChronicleWireWorkload.Text.FORMAT, WireFormat.YAML,
            JacksonWireWorkload.Cbor.FORMAT, WireFormat.BINARY,
            SbeWireWorkload.FORMAT, WireFormat.RAW,
            JavaWireWorkload.FORMAT, WireFormat.BINARY);

    private WireCases() {}

    /** Returns the stage in which all sides measure a message in a format or in a format compared with it. */
    static int stage(String message, String format) {
        WireFormat ours = BESIDE.containsKey(format) ? BESIDE.get(format) : WireFormat.valueOf(format);
        return List.of(WireFormat.values()).indexOf(ours) * MESSAGES.size() + MESSAGES.indexOf(message);
    }

    static String write(String message, String format) {
        return message + " " + format + " write";
    }

    static String read(String message, String format) {
        return message + " " + format + " read";
    }

    static String bytes(String message, String format) {
        return message + " " + format + " bytes";
    }

    static String writeAllocated(String message, String format) {
        return write(message, format) + " allocated";
    }

    static String readAllocated(String message, String format) {
        return read(message, format) + " allocated";
    }

    /** Returns the names of the figures of a message in a format, which are measured together. */
    static List<String> figures(String message, String format) {
        return List.of(
                write(message, format),
                read(message, format),
                bytes(message, format),
                writeAllocated(message, format),
                readAllocated(message, format));
    }

    /**
     * Returns the cases of a format.
     *
     * @param ours our format
     * @param peerFormat the peer's format that is compared with it
     */
    static List<BenchmarkCase> of(WireFormat ours, String peerFormat) {
        String format = ours.name();
        List<BenchmarkCase> cases = new ArrayList<>();
        for (String message : MESSAGES) {
            cases.add(BenchmarkCase.nanoseconds(write(message, format)).against(write(message, peerFormat)));
            cases.add(BenchmarkCase.nanoseconds(read(message, format)).against(read(message, peerFormat)));
            cases.add(BenchmarkCase.bytes(bytes(message, format)).against(bytes(message, peerFormat)));
            cases.add(BenchmarkCase.allocated(writeAllocated(message, format))
                    .against(writeAllocated(message, peerFormat)));
            cases.add(BenchmarkCase.allocated(readAllocated(message, format))
                    .against(readAllocated(message, peerFormat)));
        }
        return cases;
    }
}
