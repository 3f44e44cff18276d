package io.millrace.prove;

import java.time.Instant;

/** What the source of {@link PortsProof} says. */
public interface PortReadings {
    /** Says that something was measured. */
    void reading(long number, int value, Instant at);
}
