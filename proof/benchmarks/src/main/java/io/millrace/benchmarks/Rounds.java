package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.Trust;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rates of throughput rounds on logs of one size of message: all messages appended, then read back as often as
 * there are ways to trust them, by one thread.
 */
final class Rounds {
    private static final double NS_PER_MICRO = 1e3;

    private final long messages;
    private final int sizeBytes;
    private final List<Double> appends = new ArrayList<>();
    private final Map<Trust, List<Double>> reads = new EnumMap<>(Trust.class);

    Rounds(long messages, int sizeBytes, List<Trust> trusts) {
        this.messages = messages;
        this.sizeBytes = sizeBytes;
        trusts.forEach(trust -> reads.put(trust, new ArrayList<>()));
    }

    /** Runs a round and checks, untimed, that every byte came through. */
    void warmUp(LogUnderTest log) {
        append(log);
        reads.keySet().forEach(trust -> read(log, trust));
        check("sum", LogUnderTest.expectedSum(messages, sizeBytes), log.sum(messages));
    }

    /** Runs a round and counts it. */
    void measure(LogUnderTest log) {
        appends.add(append(log));
        reads.forEach((trust, rates) -> rates.add(read(log, trust)));
    }

    int measured() {
        return appends.size();
    }

    /** Returns the rates of the measured rounds, in millions a second. */
    List<Double> appendRates() {
        return List.copyOf(appends);
    }

    /** Returns the rates of the measured rounds, in millions a second. */
    List<Double> readRates(Trust trust) {
        return List.copyOf(reads.get(trust));
    }

    private double append(LogUnderTest log) {
        long startNs = System.nanoTime();
        log.append(messages);
        return millionsPerSecond(System.nanoTime() - startNs);
    }

    private double read(LogUnderTest log, Trust trust) {
        long startNs = System.nanoTime();
        long numbers = log.read(messages, trust);
        long elapsedNs = System.nanoTime() - startNs;
        check("numbers", LogUnderTest.expectedNumbers(messages), numbers);
        return millionsPerSecond(elapsedNs);
    }

    private double millionsPerSecond(long elapsedNs) {
        return (double) messages / (double) elapsedNs * NS_PER_MICRO;
    }

    private void check(String what, long expected, long actual) {
        if (expected != actual) {
            throw new BenchmarkException("read back something else: what=" + what + " messages=" + messages
                    + " sizeBytes=" + sizeBytes + " expected=" + expected + " actual=" + actual);
        }
    }
}
