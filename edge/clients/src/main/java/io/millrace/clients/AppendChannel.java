package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.journal.JournalException;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A channel to which clients append, with the calls that its readers take. For one thread. */
final class AppendChannel implements AutoCloseable, ClientSyncer.Forced {

    private static final int FIRST_BYTES = 256;

    private final String name;
    private final ChannelWriter writer;

    private final Durable durable;
    private final Map<String, CallSchema> calls = new LinkedHashMap<>();
    private final Map<String, JsonCallText> texts = new HashMap<>();
    private final Set<String> ambiguous;
    private final Input input = new Input();
    private final BinaryOutput out =
            BinaryOutput.allocate(FIRST_BYTES, TextOptions.lenient().limits());

    private AppendChannel(Channel channel, List<CallSchema> schemas, boolean mayHaveSpare) {
        this.name = channel.name();
        this.durable = new Durable(channel, mayHaveSpare);
        List<String> twice = new ArrayList<>();
        for (CallSchema schema : schemas) {
            if (calls.putIfAbsent(schema.path(), schema) == null) {
                texts.put(schema.path(), JsonCallText.named(schema));
            } else {
                twice.add(schema.path());
            }
        }
        this.ambiguous = Set.copyOf(twice);
        this.writer = channel.writer();
    }

    static AppendChannel open(Channel channel, List<CallSchema> schemas, boolean mayHaveSpare) {
        return new AppendChannel(channel, schemas, mayHaveSpare);
    }

    String name() {
        return name;
    }

    /**
     * Appends a call of a client.
     *
     * @param client the client
     * @param number its number
     * @param method the call
     * @param arguments its arguments, by name; names that the call does not have are passed over
     * @param nowNs the time, in nanoseconds since the epoch
     * @return the index of the call
     * @throws RequestException where there is no such call, the arguments are none of it, or the call is too long for
     *     the journal; then nothing is appended
     */
    long append(Source client, long number, String method, CallArguments arguments, long nowNs) {
        CallSchema schema = calls.get(method);
        if (schema == null) {
            throw new RequestException("channel has no such call channel=" + name + " method="
                    + ClientRequest.shortened(method) + " known=" + calls.keySet());
        }
        if (ambiguous.contains(method)) {
            throw new RequestException("channel has several calls of this name channel=" + name + " method=" + method);
        }
        out.reset();
        try {
            arguments.write(schema, texts.get(method), out);
        } catch (WireException e) {
            throw new RequestException("arguments do not fit the call method=" + method + ": " + e.getMessage());
        }
        writer.begin(input.set(client, number, nowNs));
        try {
            writer.call(schema, out.segment(), out.start(), out.length());
            return writer.commit();
        } catch (RuntimeException | Error e) {
            writer.rollback();
            // What is wrong with the journal, such as a full disk, has a class of its own and concerns everyone.
            if (e.getClass() == JournalException.class || e instanceof ChannelException) {
                throw new RequestException("the call cannot be kept: " + e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public boolean isForced() {
        return durable.isSynced();
    }

    /** Waits until what was appended has the durability of the channel; any thread may wait. */
    @Override
    public void sync() {
        if (durable.isSynced()) {
            writer.journalWriter().ifPresent(JournalChannelWriter::sync);
        }
    }

    /** Returns up to where calls must be held before they are acknowledged. */
    Durable durable() {
        return durable;
    }

    /** Lets another thread append. */
    void handOver() {
        writer.handOver();
    }

    @Override
    public void close() {
        writer.close();
    }
}
