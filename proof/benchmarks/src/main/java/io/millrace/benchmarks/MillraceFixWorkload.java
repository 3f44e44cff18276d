package io.millrace.benchmarks;

import java.util.Optional;

/** The FIX suite on our engine, and on our framer and view. */
public final class MillraceFixWorkload extends FixWorkload {

    /** Creates the workload; a fork calls this. */
    public MillraceFixWorkload() {}

    @Override
    Optional<FixDecoder> decoder() {
        return Optional.of(new MillraceFixDecoder());
    }

    @Override
    boolean has(FixDuty duty) {
        return true;
    }

    @Override
    Optional<String> tickServer() {
        return Optional.of(TickServer.class.getName());
    }

    @Override
    String server() {
        return MillraceFixServer.class.getName();
    }
}
