package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import io.millrace.harness.BenchmarkException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rates of throughput rounds on logs of one size of message: one thread appends all messages, then reads them back
 * once for each kind of check.
 */
final class Rounds {
    private static final double NS_PER_MICRO = 1e3;

    private final long messages;
    private final int sizeBytes;
    private final List<Double> appends = new ArrayList<>();
    private final Map<ReadCheck, List<Double>> reads = new EnumMap<>(ReadCheck.class);

    Rounds(long messages, int sizeBytes, List<ReadCheck> readChecks) {
        this.messages = messages;
        this.sizeBytes = sizeBytes;
        readChecks.forEach(readCheck -> reads.put(readCheck, new ArrayList<>()));
    }

    /** Runs a round and checks, untimed, that every byte was stored. */
    void warmUp(LogUnderTest log) {
        append(log);
        reads.keySet().forEach(readCheck -> read(log, readCheck));
        check("sum", LogUnderTest.expectedSum(messages, sizeBytes), log.sum(messages));
    }

    /** Runs a round that counts. */
    void measure(LogUnderTest log) {
        appends.add(append(log));
        reads.forEach((readCheck, rates) -> rates.add(read(log, readCheck)));
    }

    int measured() {
        return appends.size();
    }

    /** Returns the rates of the measured rounds, in millions per second. */
    List<Double> appendRates() {
        return List.copyOf(appends);
    }

    /** Returns the rates of the measured rounds, in millions per second. */
    List<Double> readRates(ReadCheck readCheck) {
        return List.copyOf(reads.get(readCheck));
    }

    private double append(LogUnderTest log) {
        long startNs = System.nanoTime();
        log.append(messages);
        return millionsPerSecond(System.nanoTime() - startNs);
    }

    private double read(LogUnderTest log, ReadCheck readCheck) {
        long startNs = System.nanoTime();
        long numbers = log.read(messages, readCheck);
        long elapsedNs = System.nanoTime() - startNs;
        check("numbers", LogUnderTest.expectedNumbers(messages), numbers);
        return millionsPerSecond(elapsedNs);
    }

    private double millionsPerSecond(long elapsedNs) {
        return (double) messages / (double) elapsedNs * NS_PER_MICRO;
    }

    private void check(String what, long expected, long actual) {
        if (expected != actual) {
            throw new BenchmarkException("the messages read differ from the written ones what=" + what + " messages="
                    + messages + " sizeBytes=" + sizeBytes + " expected=" + expected + " actual=" + actual);
        }
    }
}
