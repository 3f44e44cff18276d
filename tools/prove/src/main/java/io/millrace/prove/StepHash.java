package io.millrace.prove;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A component of {@link HostsProof}, whose state depends on every step and its order: it answers one step of three with
 * none, one or two steps.
 */
public final class StepHash implements Steps {

    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final int KINDS = 3;

    private final Steps out;
    private final long pauseNs;
    private long hash;
    private long made;

    /**
     * Creates the component.
     *
     * @param out takes its steps
     * @param pauseMs about how long it takes for a step
     */
    public StepHash(Steps out, long pauseMs) {
        this.out = out;
        this.pauseNs = TimeUnit.MILLISECONDS.toNanos(pauseMs);
    }

    @Override
    public void step(long number, long before) {
        LockSupport.parkNanos(pauseNs);
        hash = Long.rotateLeft(hash ^ number ^ before, 17) * FACTOR + 1;
        for (long left = Math.floorMod(hash, KINDS); left > 0; left--) {
            out.step(made++, hash + left);
        }
    }
}
