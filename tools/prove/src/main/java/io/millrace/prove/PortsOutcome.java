package io.millrace.prove;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.service.AnswerReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the data of a run of {@link PortsProof} have, read without its components.
 *
 * @param calls the calls of each name of a client, by number; each number is there once
 * @param answers the recorded answers of each name, by number; each call with a result has exactly one
 * @param events the events in order
 * @param rows the rows of the database, sorted
 */
record PortsOutcome(
        Map<String, Map<Long, String>> calls,
        Map<String, Map<Long, String>> answers,
        List<String> events,
        List<String> rows) {

    private static final String PREFIX = "client/";
    private static final int FIELDS = 4;

    /** Reads the data of a run in one process that has ended. */
    static PortsOutcome read(Path data) {
        return read(data, ProofRows.inFile(data, PortsPlan.TABLES));
    }

    /** Reads the data of a run that has ended, and the database. */
    static PortsOutcome read(Path data, ProofRows rows) {
        Map<String, Map<Long, String>> answers = new TreeMap<>();
        List<String> events = events(data.resolve(PortsPlan.EVENTS), answers);
        Map<String, Map<Long, String>> calls = calls(data.resolve(PortsPlan.CALLS));
        return new PortsOutcome(calls, answers, events, rows.all());
    }

    private static Map<String, Map<Long, String>> calls(Path channel) {
        Map<String, Map<Long, String>> calls = new TreeMap<>();
        try (Channel read = Channel.readOnly(channel);
                ChannelCursor cursor = read.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    String source = cursor.history().source(0).name();
                    if (!source.startsWith(PREFIX)) {
                        throw new ProofException("a call has no client source=" + source);
                    }
                    long number = cursor.history().index(0);
                    String call = cursor.schema().methodName() + cursor.json();
                    put(calls, source.substring(PREFIX.length()), number, call, "a call was appended twice");
                }
            }
        }
        return calls;
    }

    private static void put(Map<String, Map<Long, String>> all, String client, long number, String text, String wrong) {
        String before = all.computeIfAbsent(client, _ -> new LinkedHashMap<>()).putIfAbsent(number, text);
        if (before != null) {
            throw new ProofException(
                    wrong + " client=" + client + " number=" + number + " first=" + before + " second=" + text);
        }
    }

    /** Returns the events of a channel, such as the one of a component that repeats them. */
    static List<String> events(Path channel) {
        return events(channel, new TreeMap<>());
    }

    private static List<String> events(Path channel, Map<String, Map<Long, String>> answers) {
        List<String> events = new ArrayList<>();
        AnswerReader reader = new AnswerReader();
        try (Channel read = Channel.readOnly(channel);
                ChannelCursor cursor = read.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL && reader.read(cursor)) {
                    put(answers, reader.client(), reader.number(), text(reader, cursor), "a call was answered twice");
                } else if (entry == Entry.CALL
                        && cursor.schema().interfaceName().equals(PortEvents.class.getName())) {
                    events.add(cursor.schema().methodName() + cursor.json());
                }
            }
        }
        return events;
    }

    /** Returns what the client is told. */
    private static String text(AnswerReader answer, ChannelCursor cursor) {
        return switch (answer.status()) {
            case VALUE -> value(cursor.json());
            case FAILED -> "the component has failed: " + answer.reason();
            default -> answer.reason();
        };
    }

    /** Returns the result in the JSON of channel, client, number and result. */
    private static String value(String json) {
        String[] fields = json.substring(1, json.length() - 1).split(",", FIELDS);
        return fields[FIELDS - 1].replace("\"", "");
    }

    /** Returns the calls with results of a client of the plan, in order, each with its recorded answer. */
    List<String> answered(String caller) {
        List<String> answered = new ArrayList<>();
        calls.forEach((client, ofClient) -> ofClient.forEach((number, call) -> {
            if (call.contains("\"" + caller + "\"") && !call.startsWith("note")) {
                String answer = answers.getOrDefault(client, Map.of()).getOrDefault(number, "(no answer is recorded)");
                answered.add(call.replace("\"" + caller + "\",", "") + "=" + answer);
            }
        }));
        return answered;
    }

    /** Returns how many answers there are to calls that are not there or that have no result. */
    long strayAnswers() {
        Map<String, Map<Long, String>> left = new HashMap<>(answers);
        return left.entrySet().stream()
                .flatMap(client -> client.getValue().keySet().stream()
                        .map(number ->
                                calls.getOrDefault(client.getKey(), Map.of()).getOrDefault(number, "note")))
                .filter(call -> call.startsWith("note"))
                .count();
    }
}
