package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.journal.Direction;
import io.millrace.text.JsonCallText;
import io.millrace.text.YamlCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A stock keeper on its channels, and clients that call it, as a port does. */
final class StockShop implements AutoCloseable {

    final Channel calls;
    final Channel output;
    final Channel snapshots;
    final ServiceTask task;

    /** How often the component was made. */
    int made;

    private final ChannelWriter writer;
    private final Input input = new Input();

    StockShop(Path root) {
        this(root, 0, UnaryOperator.identity());
    }

    /** Opens a shop that writes a snapshot after so many inputs; none where that is 0. */
    StockShop(Path root, long snapshotEvery, UnaryOperator<ComponentBuilder> settings) {
        this(root, snapshotEvery, settings, StockKeeper::of);
    }

    StockShop(Path root, long snapshotEvery, UnaryOperator<ComponentBuilder> settings, ComponentFactory<?> factory) {
        calls = Flow.channel(root, "calls");
        output = Flow.channel(root, "answers");
        snapshots = Flow.channel(root, "snapshots");
        writer = calls.writer();
        ComponentBuilder builder =
                settings.apply(Service.component("stock").reads(calls).writes(output));
        if (snapshotEvery > 0) {
            builder.snapshots(snapshots, snapshotEvery);
        }
        task = builder.create(outputs -> {
            made++;
            return factory.create(outputs);
        });
    }

    ComponentPort port() {
        return task.port().orElseThrow();
    }

    /** Appends a call of a client, with its arguments as JSON. */
    long call(String client, long number, String method, String arguments) {
        return append(calls, writer, input, client, number, method, arguments);
    }

    static long append(
            Channel to,
            ChannelWriter writer,
            Input input,
            String client,
            long number,
            String method,
            String arguments) {
        CallSchema schema = schema(method);
        BinaryOutput out = BinaryOutput.allocate(256, WireLimits.defaults());
        JsonCallText.of(schema).write(arguments, TextOptions.strict(), out);
        writer.begin(input.set(ClientName.source(client), number, 1_000));
        writer.call(schema, out.segment(), out.start(), out.length());
        return writer.commit();
    }

    static CallSchema schema(String method) {
        return Wire.closed().offeredCalls(Stock.class).stream()
                .map(offered -> offered.call())
                .filter(call -> call.methodName().equals(method))
                .findFirst()
                .orElseThrow();
    }

    /** Polls until everything that was appended is taken. */
    void settle() {
        long last = lastCall();
        do {
            task.poll();
        } while (task.state() != ServiceTask.State.LIVE || task.positions().get("calls") < last);
        task.poll();
    }

    private long lastCall() {
        long last = -1;
        try (ChannelCursor cursor = calls.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            while (entry != Entry.END && entry != Entry.CALL) {
                entry = cursor.next();
            }
            last = entry == Entry.CALL ? cursor.index() : last;
        }
        return last;
    }

    /** Returns the answers in the output, each as {@code client#number STATUS value or reason}. */
    List<String> answers() {
        List<String> answers = new ArrayList<>();
        AnswerReader reader = new AnswerReader();
        try (ChannelCursor cursor = output.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL && reader.read(cursor)) {
                    String value = reader.status() == AnswerStatus.VALUE
                            ? text(
                                    reader.schema(),
                                    reader.segment()
                                            .asSlice(reader.offset(), reader.length())
                                            .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                            : reader.reason();
                    answers.add(reader.client() + "#" + reader.number() + " " + reader.status() + " " + value);
                }
            }
        }
        return answers;
    }

    /** Returns the calls in the output that are no answers. */
    List<String> outputs() {
        List<String> outputs = new ArrayList<>();
        try (ChannelCursor cursor = output.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL && !cursor.isAnswer()) {
                    outputs.add(cursor.yaml().strip().replaceAll("\\s+", " "));
                }
            }
        }
        return outputs;
    }

    static String text(CallSchema schema, byte[] result) {
        StringBuilder text = new StringBuilder();
        YamlCallText.of(schema).write(BinaryInput.of(result), text);
        return text.toString().replaceAll("[-\\s]+", " ").strip();
    }

    /** Asks the table for the answer to a call, and returns it as {@code STATUS value or reason}. */
    String find(String client, long number) {
        return told(listener -> port().find("calls", client, number, listener));
    }

    String query(String method, String arguments) {
        return told(listener -> port().query(new PortQuery(schema(method), encoded(method, arguments), listener)));
    }

    static byte[] encoded(String method, String arguments) {
        BinaryOutput out = BinaryOutput.allocate(256, WireLimits.defaults());
        JsonCallText.of(schema(method)).write(arguments, TextOptions.strict(), out);
        return out.toByteArray();
    }

    private String told(java.util.function.Predicate<PortListener> ask) {
        List<String> told = new ArrayList<>();
        if (!ask.test((index, status, reason, schema, result) ->
                told.add(status + " " + (schema == null ? reason : text(schema, result))))) {
            return "not accepted";
        }
        while (told.isEmpty()) {
            task.poll();
        }
        return told.getFirst().strip();
    }

    @Override
    public void close() {
        task.close();
        writer.close();
        calls.close();
        output.close();
        snapshots.close();
    }
}
