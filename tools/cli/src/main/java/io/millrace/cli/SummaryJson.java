package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Summary;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** The summary of a run as JSON: the counts of the topology, then the figures of the run. */
final class SummaryJson {
    private static final double NANOS_PER_SECOND = 1e9;

    private static final Pattern DOT = Pattern.compile("\\.");

    private SummaryJson() {}

    /** Checks, before a run that may be long, that its summary can be written. */
    static void check(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        String wrong = Files.isDirectory(file)
                ? "is a directory"
                : !Files.isDirectory(directory)
                        ? "is in no directory"
                        : !Files.isWritable(directory) ? "is in a directory that cannot be written" : "";
        if (!wrong.isEmpty()) {
            throw new InputException("--summary " + wrong + " file=" + file + " directory=" + directory);
        }
    }

    /** Writes a file, entirely or not at all. */
    static void write(Path file, RunningTopology running, Summary summary, List<HopLatency> hops) {
        Path absolute = file.toAbsolutePath();
        try {
            Path partial = Files.createTempFile(absolute.getParent(), "." + absolute.getFileName(), ".partial");
            try {
                Files.writeString(partial, text(running, summary, hops));
                Files.move(partial, absolute, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write summary file=" + file + " reason=" + e, e);
        }
    }

    private static String text(RunningTopology running, Summary summary, List<HopLatency> hops) throws IOException {
        StringWriter text = new StringWriter();
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indenter));
            json.writeStartObject();
            members(json, nested(summary.counts()));
            json.writeObjectFieldStart("run");
            json.writeStringField("topology", running.topology().name());
            json.writeStringField("end", running.end().name());
            json.writeBooleanField("nothingNew", summary.nothingNew());
            json.writeNumberField("messages", summary.messages());
            json.writeNumberField("seconds", summary.elapsedNs() / NANOS_PER_SECOND);
            json.writeNumberField("messagesPerSecond", summary.messagesPerSecond());
            if (!summary.removed().isEmpty()) {
                json.writeObjectFieldStart("removed");
                for (Map.Entry<String, Long> removed : summary.removed().entrySet()) {
                    json.writeNumberField(removed.getKey(), removed.getValue());
                }
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeObjectFieldStart("latency");
            for (HopLatency hop : hops) {
                latency(json, hop);
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    /** Counts whose names have dots as maps of maps. */
    private static Map<String, Object> nested(Map<String, Long> counts) {
        Map<String, Object> root = new LinkedHashMap<>();
        counts.forEach((name, count) -> {
            List<String> parts = DOT.splitAsStream(name).toList();
            Map<String, Object> map = root;
            for (String part : parts.subList(0, parts.size() - 1)) {
                map = child(map, part);
            }
            map.put(parts.getLast(), count);
        });
        return root;
    }

    @SuppressWarnings("unchecked") // only this class fills the maps, and a topology cannot name a count as an object
    private static Map<String, Object> child(Map<String, Object> map, String name) {
        return (Map<String, Object>) map.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
    }

    private static void members(JsonGenerator json, Map<?, ?> map) throws IOException {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.writeFieldName((String) entry.getKey());
            if (entry.getValue() instanceof Map<?, ?> inner) {
                json.writeStartObject();
                members(json, inner);
                json.writeEndObject();
            } else {
                json.writeNumber((Long) entry.getValue());
            }
        }
    }

    private static void latency(JsonGenerator json, HopLatency hop) throws IOException {
        json.writeObjectFieldStart(hop.component());
        json.writeStringField("channel", hop.channel());
        json.writeNumberField("messages", hop.messages());
        percentiles(json, "waiting", hop.waiting());
        percentiles(json, "service", hop.service());
        percentiles(json, "endToEnd", hop.endToEnd());
        json.writeEndObject();
    }

    private static void percentiles(JsonGenerator json, String name, Histogram histogram) throws IOException {
        if (histogram.getTotalCount() == 0) {
            return;
        }
        json.writeObjectFieldStart(name);
        json.writeNumberField("p50Ns", histogram.getValueAtPercentile(50));
        json.writeNumberField("p90Ns", histogram.getValueAtPercentile(90));
        json.writeNumberField("p99Ns", histogram.getValueAtPercentile(99));
        json.writeNumberField("p999Ns", histogram.getValueAtPercentile(99.9));
        json.writeNumberField("maxNs", histogram.getMaxValue());
        json.writeEndObject();
    }
}
