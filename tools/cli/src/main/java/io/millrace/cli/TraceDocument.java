package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.millrace.trace.MessageTrace;
import io.millrace.trace.OtherInputs;
import io.millrace.trace.TraceOutput;
import io.millrace.trace.TraceReading;
import io.millrace.trace.TraceStep;
import io.millrace.trace.TracedMessage;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A trace as a document for programs: maps, lists, texts and numbers, as JSON or YAML. Times are ISO-8601 in UTC, names
 * that end in {@code Ns} nanoseconds; what is not known is left out.
 */
final class TraceDocument {

    private TraceDocument() {}

    static String json(MessageTrace trace, String command) {
        StringWriter text = new StringWriter();
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(
                    new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
            write(json, of(trace, command));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName((String) entry.getKey());
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object each : list) {
                    write(json, each);
                }
                json.writeEndArray();
            }
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case Boolean flag -> json.writeBoolean(flag);
            default -> json.writeString(value.toString());
        }
    }

    static String yaml(MessageTrace trace, String command) {
        StringBuilder text = new StringBuilder();
        yaml(text, of(trace, command), "");
        return text.toString();
    }

    /** Writes the entries of a map, each on a line of its own after an indent. */
    private static void yaml(StringBuilder text, Map<String, Object> map, String indent) {
        for (Map.Entry<String, Object> entry : map.entrySet()) {
            text.append(indent).append(entry.getKey()).append(':');
            nested(text, entry.getValue(), indent + "  ");
        }
    }

    @SuppressWarnings("unchecked") // only this class makes the maps
    private static void nested(StringBuilder text, Object value, String indent) {
        switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() -> {
                text.append('\n');
                yaml(text, (Map<String, Object>) map, indent);
            }
            case Map<?, ?> _ -> text.append(" {}\n");
            case List<?> list when list.isEmpty() -> text.append(" []\n");
            case List<?> list -> {
                text.append('\n');
                for (Object each : list) {
                    StringBuilder item = new StringBuilder();
                    if (each instanceof Map<?, ?> map && !map.isEmpty()) {
                        yaml(item, (Map<String, Object>) map, indent + "  ");
                        text.append(indent).append("- ").append(item, indent.length() + 2, item.length());
                    } else {
                        text.append(indent).append('-');
                        nested(text, each, indent + "  ");
                    }
                }
            }
            case String string -> text.append(' ').append(quoted(string)).append('\n');
            default -> text.append(' ').append(value).append('\n');
        }
    }

    /** Returns a text in double quotes with the escapes of JSON, which YAML reads in the same way. */
    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns the trace as maps and lists. */
    private static Map<String, Object> of(MessageTrace trace, String command) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("message", message(trace.message()));
        map.put("path", trace.path().stream().map(TraceDocument::step).toList());
        map.put("readings", readings(trace.readings()));
        map.put("complete", trace.complete());
        map.put("notes", trace.notes());
        map.put("elapsedMs", Math.round(trace.elapsed().toNanos() / 1e3) / 1e3);
        map.put("command", command);
        return map;
    }

    private static Map<String, Object> message(TracedMessage message) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("channel", message.channel());
        map.put("index", message.indexText());
        if (message.timeNs().isPresent()) {
            map.put("time", TraceWords.time(message.timeNs()));
        }
        message.call().ifPresent(call -> map.put("call", call));
        if (!message.text().isEmpty()) {
            map.put("text", message.text());
        }
        if (message.call().isPresent()) {
            map.put("bytes", message.bytes());
        }
        map.put("content", message.content().name());
        return map;
    }

    private static Map<String, Object> step(TraceStep step) {
        Map<String, Object> map = message(step.message());
        step.component().ifPresent(name -> map.put("component", name));
        step.input().ifPresent(input -> map.put("input", input.position()));
        if (step.timeInNs().isPresent()) {
            map.put("timeIn", TraceWords.time(step.timeInNs()));
        }
        if (step.timeOutNs().isPresent()) {
            map.put("timeOut", TraceWords.time(step.timeOutNs()));
        }
        put(map, "waitingNs", step.waitingNs());
        put(map, "serviceNs", step.serviceNs());
        put(map, "sinceStartNs", step.sinceStartNs());
        if (step.number() > 0) {
            map.put("number", step.number());
        }
        map.put("alsoTaken", others(step.otherInputs()));
        return map;
    }

    private static void put(Map<String, Object> map, String name, OptionalLong value) {
        value.ifPresent(known -> map.put(name, known));
    }

    private static Map<String, Object> others(OtherInputs inputs) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "total", inputs.total());
        map.put("more", inputs.hasMore());
        map.put("inputs", inputs.inputs().stream().map(TraceDocument::message).toList());
        return map;
    }

    private static List<Map<String, Object>> readings(List<TraceReading> readings) {
        return readings.stream().map(TraceDocument::reading).toList();
    }

    private static Map<String, Object> reading(TraceReading reading) {
        Map<String, Object> map = new LinkedHashMap<>();
        reading.component().ifPresent(name -> map.put("component", name));
        reading.output().ifPresent(channel -> map.put("writes", channel));
        if (!reading.through().isEmpty()) {
            map.put("through", reading.through());
        }
        map.put("state", reading.state().name());
        put(map, "lag", reading.lag());
        map.put("total", reading.total());
        map.put("outputs", reading.outputs().stream().map(TraceDocument::output).toList());
        return map;
    }

    private static Map<String, Object> output(TraceOutput output) {
        Map<String, Object> map = message(output.message());
        map.put("kind", output.kind().name());
        map.put("number", output.number());
        put(map, "waitingNs", output.waitingNs());
        put(map, "serviceNs", output.serviceNs());
        put(map, "afterNs", output.afterNs());
        if (!output.readings().isEmpty()) {
            map.put("readings", readings(output.readings()));
        }
        return map;
    }
}
