package io.millrace.prove;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What a proof has done and what went wrong. Belongs to one thread. */
final class ProofReport {

    private static final long PROGRESS_NS = 5_000_000_000L;

    private final String proof;
    private final long seed;
    private final int planned;
    private final Path directory;
    private final Consumer<String> progress;
    private final long startNs = System.nanoTime();
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<String, List<Long>> measured = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private final SortedSet<Long> failedSeeds = new TreeSet<>();
    private final List<String> summarized = new ArrayList<>();
    private boolean numberedFailed;

    private int runs;
    private int numbered;
    private long toldNs = startNs;

    ProofReport(String proof, long seed, int planned, Path directory, Consumer<String> progress) {
        this.proof = proof;
        this.seed = seed;
        this.planned = planned;
        this.directory = directory;
        this.progress = progress;
        progress.accept(proof + ": seed=" + seed + " directory=" + directory);
    }

    void count(String what, long number) {
        counts.merge(what, number, Long::sum);
    }

    /** Notes a figure, of which the report has how many there were, the median and the highest. */
    void measure(String what, long value) {
        measured.computeIfAbsent(what, _ -> new ArrayList<>()).add(value);
    }

    private static String spread(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%,d: median %,d, highest %,d",
                sorted.size(),
                sorted.get(sorted.size() / 2),
                sorted.getLast());
    }

    /** Notes the end of a run by a seed of its own; now and then tells how far the proof is. */
    void ran() {
        runs++;
        tell();
    }

    /** Notes the end of a run that is made before those that were planned; no seed alone makes it again. */
    void ranNumbered() {
        numbered++;
        tell();
    }

    private void tell() {
        long now = System.nanoTime();
        if (now - toldNs > PROGRESS_NS) {
            toldNs = now;
            progress.accept(progressText());
        }
    }

    /** Returns how far the proof is. */
    String progressText() {
        return proof + ": " + (numbered == 0 ? "" : numbered + " numbered, ") + runs + " of " + planned + summary()
                + ", failures: " + failures.size();
    }

    /** Tells what was done in a run. */
    void note(String text) {
        progress.accept(proof + ": " + text);
    }

    /** Adds a count that the last line of the report has as well. */
    void summarize(String what) {
        summarized.add(what);
    }

    private String summary() {
        StringBuilder text = new StringBuilder();
        summarized.forEach(what -> text.append(String.format(Locale.ROOT, ", %,d %s", counted(what), what)));
        return text.toString();
    }

    /** Notes a run that went wrong; the same proof with {@code runSeed} alone does it again. */
    void fail(long runSeed, String run, Throwable error) {
        String failure = "seed=" + runSeed + " " + run + ": " + error;
        failures.add(failure);
        failedSeeds.add(runSeed);
        progress.accept("FAILED " + failure);
    }

    /** Notes a numbered run that went wrong; it is made again with all others of its kind. */
    void failNumbered(String run, Throwable error) {
        String failure = "seed=" + seed + " " + run + ": " + error;
        failures.add(failure);
        numberedFailed = true;
        progress.accept("FAILED " + failure);
    }

    boolean isProved() {
        return failures.isEmpty();
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    long counted(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** Returns the seed of every run that went wrong and is made again by its seed alone. */
    SortedSet<Long> failedSeeds() {
        return Collections.unmodifiableSortedSet(failedSeeds);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        counts.forEach((what, number) -> text.append(String.format(Locale.ROOT, "%-40s %,d%n", what, number)));
        measured.forEach((what, values) -> text.append(String.format("%-40s %s%n", what, spread(values))));
        String again = "again: millrace prove " + proof + " --seed ";
        if (numberedFailed) {
            text.append(again).append(seed).append(" --seeds 1\n");
        }
        failedSeeds.forEach(failed -> text.append(again).append(failed).append('\n'));
        return text.append(String.format(
                        Locale.ROOT,
                        "%s: %,d runs%s in %.1f s, seed=%d: %s%n",
                        proof,
                        numbered + runs,
                        summary(),
                        (System.nanoTime() - startNs) / 1e9,
                        seed,
                        isProved() ? "nothing failed" : failures.size() + " FAILED"))
                .toString();
    }

    void writeJson(Path file) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("proof", proof);
            json.writeNumberField("seed", seed);
            json.writeNumberField("runs", numbered + runs);
            json.writeNumberField("seconds", (System.nanoTime() - startNs) / 1e9);
            json.writeStringField("directory", directory.toString());
            json.writeStringField("fileSystem", Files.getFileStore(directory).type());
            json.writeBooleanField("proved", isProved());
            json.writeObjectFieldStart("counts");
            for (Map.Entry<String, Long> count : counts.entrySet()) {
                json.writeNumberField(count.getKey(), count.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("measured");
            for (Map.Entry<String, List<Long>> values : measured.entrySet()) {
                json.writeArrayFieldStart(values.getKey());
                for (long value : values.getValue()) {
                    json.writeNumber(value);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeArrayFieldStart("failedSeeds");
            for (long failed : failedSeeds) {
                json.writeNumber(failed);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("failures");
            for (String failure : failures) {
                json.writeString(failure);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        Files.writeString(file, text + "\n");
    }
}
