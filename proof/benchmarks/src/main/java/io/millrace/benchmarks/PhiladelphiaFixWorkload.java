package io.millrace.benchmarks;

import java.util.Optional;

/** The FIX suite on Philadelphia, which has no store and no dictionary. */
public final class PhiladelphiaFixWorkload extends FixWorkload {

    /** Creates the workload; a fork calls this. */
    public PhiladelphiaFixWorkload() {}

    @Override
    Optional<FixDecoder> decoder() {
        return Optional.of(new PhiladelphiaFixDecoder());
    }

    @Override
    boolean has(FixDuty duty) {
        return duty == FixDuty.PLAIN;
    }

    @Override
    String server() {
        return PhiladelphiaFixServer.class.getName();
    }
}
