package io.millrace.concurrent;

import java.util.BitSet;
import java.util.Objects;

/**
 * A processor as the operating system counts them, and with whom it shares hardware.
 *
 * @param number its number, from 0
 * @param node the NUMA node whose memory is near
 * @param core the processors of its core, itself included: more than one with simultaneous multithreading
 * @param cache the processors that share its last-level cache, itself included
 * @param isolated whether the scheduler gives it no thread by itself ({@code isolcpus})
 */
record Processor(int number, int node, BitSet core, BitSet cache, boolean isolated) {

    Processor {
        Objects.requireNonNull(core, "core");
        Objects.requireNonNull(cache, "cache");
    }
}
