package io.millrace.benchmarks;

import java.util.List;

/** The wire suite with SBE: a fixed layout, strings in fields of fixed length, codecs generated during the build. */
public final class SbeWireWorkload extends WireWorkload {
    static final String FORMAT = "SBE";
    static final String VERSION = "1.38.1";

    /** Creates the workload; a fork calls this. */
    public SbeWireWorkload() {}

    /** Returns the flags without which its buffer library does not start. */
    static List<String> jvmFlags() {
        return List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Dagrona.disable.bounds.checks=true");
    }

    @Override
    List<String> formats() {
        return List.of(FORMAT);
    }

    @Override
    RoundTrip open(String format, WireMessage message) {
        return message instanceof NineFields update
                ? new SbeNineFields(update)
                : new SbeOrderSingle((OrderSingle) message);
    }
}
