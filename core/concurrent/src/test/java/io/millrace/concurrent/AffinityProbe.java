package io.millrace.concurrent;

import java.util.BitSet;

/**
 * Runs in a JVM with native access and exits with a number other than zero if affinity does not work; with an argument
 * it runs in a JVM without native access.
 */
final class AffinityProbe {

    private AffinityProbe() {}

    public static void main(String[] args) {
        if (args.length > 0) {
            check(ThreadAffinity.pin(0) == ThreadAffinity.Pinning.UNAVAILABLE, 5);
            check(ThreadAffinity.pin(1) == ThreadAffinity.Pinning.UNAVAILABLE, 6);
            return;
        }
        BitSet before = ThreadAffinity.allowedCpus();
        int cpu = before.length() - 1;
        check(ThreadAffinity.pin(cpu) == ThreadAffinity.Pinning.PINNED, 1);
        BitSet now = ThreadAffinity.allowedCpus();
        check(now.cardinality() == 1 && now.get(cpu), 2);
        try {
            ThreadAffinity.pin(8000);
            check(false, 3);
        } catch (IllegalArgumentException e) {
            check(e.getMessage().contains("cpu=8000"), 4);
        }
    }

    private static void check(boolean condition, int exit) {
        if (!condition) {
            Runtime.getRuntime().halt(exit);
        }
    }
}
