package io.millrace.benchmarks;

import java.util.Optional;

/** The FIX suite on the acceptor of QuickFIX/J; its parser is not measured alone. */
public final class QuickFixWorkload extends FixWorkload {

    /** Creates the workload; a fork calls this. */
    public QuickFixWorkload() {}

    @Override
    Optional<FixDecoder> decoder() {
        return Optional.empty();
    }

    @Override
    boolean has(FixDuty duty) {
        return true;
    }

    @Override
    boolean initiates() {
        return true;
    }

    @Override
    String server() {
        return QuickFixServer.class.getName();
    }
}
