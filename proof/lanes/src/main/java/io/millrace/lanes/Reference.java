package io.millrace.lanes;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A fixed amount of work, whose time says how fast this machine is now. */
final class Reference {

    private static final int ROUNDS = 5;
    private static final int NUMBERS = 400_000;

    private Reference() {}

    /** Returns the shortest time of some rounds, in milliseconds. */
    static long measureMs() {
        long bestNs = Long.MAX_VALUE;
        long check = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long startNs = System.nanoTime();
            check += work();
            bestNs = Math.min(bestNs, System.nanoTime() - startNs);
        }
        if (check == 0) { // so that no compiler removes the work
            throw new IllegalStateException("the work of the reference has no result");
        }
        return TimeUnit.NANOSECONDS.toMillis(bestNs);
    }

    /** Sorts, looks up, allocates and digests, as tests do. */
    private static long work() {
        int[] numbers = new Random(7).ints(NUMBERS).toArray();
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        Map<Integer, String> names = new HashMap<>();
        for (int number : numbers) {
            names.put(number, Integer.toString(number));
        }
        long sum = sorted[NUMBERS / 2];
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int number : sorted) {
                digest.update(names.get(number).getBytes(StandardCharsets.US_ASCII));
            }
            sum += Arrays.hashCode(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
        return sum | 1;
    }
}
