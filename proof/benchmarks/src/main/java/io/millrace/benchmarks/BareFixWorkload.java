package io.millrace.benchmarks;

import java.util.Optional;

/** The FIX suite on bare sockets, which send orders back. */
public final class BareFixWorkload extends FixWorkload {

    /** Creates the workload; a fork calls this. */
    public BareFixWorkload() {}

    @Override
    Optional<FixDecoder> decoder() {
        return Optional.empty();
    }

    @Override
    boolean has(FixDuty duty) {
        return duty == FixDuty.PLAIN;
    }

    @Override
    String server() {
        return BareFixServer.class.getName();
    }

    @Override
    Optional<String> tickServer() {
        return Optional.of(server());
    }
}
