package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalRole;
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
import java.util.Optional;
import java.util.Set;

/** A channel to which clients append, with the calls that its readers take. For one thread. */
final class AppendChannel implements AutoCloseable {

    private static final int FIRST_BYTES = 256;

    private final String name;
    private final ChannelWriter writer;
    private final boolean isSynced;

    /** The journal where calls are acknowledged once the spare of the host has them; empty where there is no spare. */
    private final Optional<Journal> spared;

    private final Map<String, CallSchema> calls = new LinkedHashMap<>();
    private final Map<String, JsonCallText> texts = new HashMap<>();
    private final Set<String> ambiguous;
    private final Input input = new Input();
    private final BinaryOutput out =
            BinaryOutput.allocate(FIRST_BYTES, TextOptions.strict().limits());

    private AppendChannel(Channel channel, List<CallSchema> schemas, boolean mayHaveSpare) {
        this.name = channel.name();
        this.isSynced = channel.durability().equals(Optional.of(Durability.SYNCED));
        this.spared = mayHaveSpare ? channel.journal() : Optional.empty();
        List<String> twice = new ArrayList<>();
        for (CallSchema schema : schemas) {
            if (calls.putIfAbsent(schema.path(), schema) == null) {
                texts.put(schema.path(), JsonCallText.of(schema));
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

    /**
     * Appends a call of a client.
     *
     * @param client the client
     * @param number its number
     * @param method the call
     * @param arguments its arguments as JSON
     * @param nowNs the time, in nanoseconds since the epoch
     * @throws RequestException where there is no such call, the arguments are none of it, or the call is too long for
     *     the journal; then nothing is appended
     */
    void append(Source client, long number, String method, String arguments, long nowNs) {
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
            texts.get(method).write(arguments, TextOptions.strict(), out);
        } catch (WireException e) {
            throw new RequestException("arguments do not fit the call method=" + method + ": " + e.getMessage());
        }
        writer.begin(input.set(client, number, nowNs));
        try {
            writer.call(schema, out.segment(), out.start(), out.length());
            writer.commit();
        } catch (RuntimeException | Error e) {
            writer.rollback();
            // What is wrong with the journal, such as a full disk, has a class of its own and concerns everyone.
            if (e.getClass() == JournalException.class || e instanceof ChannelException) {
                throw new RequestException("the call cannot be kept: " + e.getMessage());
            }
            throw e;
        }
    }

    /** Waits until what was appended has the durability of the channel. */
    void settle() {
        if (isSynced) {
            writer.journalWriter().ifPresent(JournalChannelWriter::sync);
        }
    }

    /** Returns the index of the last record; {@link Index#NONE} where no spare needs to hold it. */
    long end() {
        return spared.map(Journal::lastIndex).orElse(Index.NONE);
    }

    /** Returns whether others may act on what was appended up to an index: the spare holds it, or is not waited for. */
    boolean isHeld(long index) {
        return index == Index.NONE
                || spared.filter(journal -> journal.role() != JournalRole.ORDINARY)
                        .map(journal -> journal.mark().covers(index))
                        .orElse(true);
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
