package io.millrace.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What seats of one process did in a run.
 *
 * @param callsPerSecond how many calls one of them has carried out in a second
 * @param beside cores, the length of a round in ms, forces of a seat in a second, and shares of processor time
 */
record LedgerRun(double callsPerSecond, SequencedMap<String, Double> beside) {
    private static final double NS_A_SECOND = 1e9;
    private static final double NS_A_MS = 1e6;
    private static final double US_A_SECOND = 1e6;

    /** Transactions that one core can at most verify in a second by the fastest implementation, and a reserve. */
    private static final int MOST_SIGNED_A_SECOND = 16_000;

    /** Runs seats at full load. */
    static LedgerRun of(LedgerLoad load, LedgerCase settings, long leadInNs, long measuredNs) {
        double seconds = (leadInNs + measuredNs) / NS_A_SECOND;
        int perSecond = MOST_SIGNED_A_SECOND / (settings.callsOfSignature() == 1 ? 1 : 8) / settings.seats();
        load.prepare((int) (seconds * perSecond) + settings.transactionsOfBlock());
        load.awaitCommits();
        load.saturate(leadInNs);
        ProcessorShares shares = new ProcessorShares();
        long round = load.round();
        long forces = load.forces();
        long startNs = System.nanoTime();
        long calls = load.saturate(measuredNs);
        double tookNs = System.nanoTime() - startNs;
        SequencedMap<String, Double> beside = new LinkedHashMap<>();
        beside.put("cores", shares.cores());
        beside.put("round ms", tookNs / NS_A_MS / Math.max(1, load.round() - round));
        beside.put("forces/s", (load.forces() - forces) / (tookNs / NS_A_SECOND) / load.seats());
        shares.percent().forEach((part, percent) -> beside.put(part + " %", percent));
        return new LedgerRun(calls / (tookNs / NS_A_SECOND), beside);
    }

    /** Returns the runs of several processes as one: all cores, and the means of the rest. */
    static LedgerRun together(List<LedgerRun> runs) {
        SequencedMap<String, Double> beside = new LinkedHashMap<>();
        for (String part : runs.getFirst().beside.keySet()) {
            double sum = runs.stream().mapToDouble(run -> run.beside.get(part)).sum();
            beside.put(part, part.equals("cores") ? sum : sum / runs.size());
        }
        double calls =
                runs.stream().mapToDouble(LedgerRun::callsPerSecond).average().orElseThrow();
        return new LedgerRun(calls, beside);
    }

    /** Returns the processor time that a call took, in microseconds. */
    double costUs() {
        return US_A_SECOND * beside.get("cores") / callsPerSecond;
    }

    /** Returns the run in one line. */
    String text() {
        StringBuilder text = new StringBuilder().append(callsPerSecond);
        beside.forEach(
                (part, value) -> text.append('\t').append(part).append('\t').append(value));
        return text.toString();
    }

    static LedgerRun parse(String text) {
        String[] words = text.split("\t", -1);
        SequencedMap<String, Double> beside = new LinkedHashMap<>();
        for (int i = 1; i + 1 < words.length; i += 2) {
            beside.put(words[i], Double.valueOf(words[i + 1]));
        }
        return new LedgerRun(Double.parseDouble(words[0]), beside);
    }

    /** Returns what was beside it. */
    Map<String, Double> parts() {
        return new LinkedHashMap<>(beside);
    }
}
