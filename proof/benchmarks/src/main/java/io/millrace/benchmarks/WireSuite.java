package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import io.millrace.harness.Workload;
import io.millrace.wire.WireFormat;
import java.util.ArrayList;
import java.util.List;

/** The suite of wire formats: which of our formats are compared with which of the peers'. */
final class WireSuite {
    private static final String CHRONICLE = "Chronicle Wire " + ChronicleWireWorkload.VERSION + " ";
    private static final String JACKSON = "Jackson " + JacksonWireWorkload.VERSION + " ";

    private WireSuite() {}

    static Suite suite() {
        return new Suite(
                "wire",
                "one thread writes batches of messages into memory, each a little different from the one before, and"
                        + " reads them back into the same object where the format can; processor time of that thread;"
                        + " each JVM has run all formats of its library before",
                cases(),
                new Side(Suites.OURS, MillraceWireWorkload.class, List.of()),
                peers());
    }

    private static List<Side> peers() {
        List<BenchmarkCase> binary = new ArrayList<>();
        binary.addAll(WireCases.of(WireFormat.BINARY, ChronicleWireWorkload.Binary.FORMAT));
        // the open releases have no format that writes changes
        binary.addAll(WireCases.of(WireFormat.DELTA, ChronicleWireWorkload.Binary.FORMAT));
        List<BenchmarkCase> fixed = new ArrayList<>();
        fixed.addAll(WireCases.of(WireFormat.RAW, SbeWireWorkload.FORMAT));
        fixed.addAll(WireCases.of(WireFormat.BINARY, SbeWireWorkload.FORMAT));
        return List.of(
                chronicle("binary", ChronicleWireWorkload.Binary.class, binary),
                chronicle(
                        "fieldless",
                        ChronicleWireWorkload.Fieldless.class,
                        WireCases.of(WireFormat.RAW, ChronicleWireWorkload.Fieldless.FORMAT)),
                chronicle(
                        "text",
                        ChronicleWireWorkload.Text.class,
                        WireCases.of(WireFormat.YAML, ChronicleWireWorkload.Text.FORMAT)),
                chronicle(
                        "JSON",
                        ChronicleWireWorkload.Json.class,
                        WireCases.of(WireFormat.JSON, ChronicleWireWorkload.Json.FORMAT)),
                jackson(JacksonWireWorkload.Json.FORMAT, JacksonWireWorkload.Json.class, WireFormat.JSON),
                jackson(JacksonWireWorkload.Csv.FORMAT, JacksonWireWorkload.Csv.class, WireFormat.CSV),
                jackson(JacksonWireWorkload.Cbor.FORMAT, JacksonWireWorkload.Cbor.class, WireFormat.BINARY),
                jackson(JacksonWireWorkload.Yaml.FORMAT, JacksonWireWorkload.Yaml.class, WireFormat.YAML),
                new Side("SBE " + SbeWireWorkload.VERSION, SbeWireWorkload.class, SbeWireWorkload.jvmFlags(), fixed),
                new Side(
                        "Java serialisation",
                        JavaWireWorkload.class,
                        List.of(),
                        WireCases.of(WireFormat.BINARY, JavaWireWorkload.FORMAT)));
    }

    /** Returns our figures in the order of the report. */
    static List<BenchmarkCase> cases() {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (WireFormat format : WireFormat.values()) {
            cases.addAll(WireCases.of(format, format.name()));
        }
        return cases;
    }

    private static Side chronicle(String form, Class<? extends Workload> workload, List<BenchmarkCase> cases) {
        return new Side(CHRONICLE + form, workload, ChronicleSettings.jvmFlags(), cases);
    }

    private static Side jackson(String format, Class<? extends Workload> workload, WireFormat ours) {
        return new Side(JACKSON + format, workload, List.of(), WireCases.of(ours, format));
    }
}
