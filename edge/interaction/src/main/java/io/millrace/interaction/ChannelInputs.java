package io.millrace.interaction;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.WireTypes;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Input calls that are kept in a channel, from which the component gets them, also those of other writers. A call is
 * answered when the component has it, and where the channel is synced not before it is on the device. On a host with a
 * spare the component gets it once that holds it, as a gateway does. For the thread of the component, which calls
 * {@link #poll}.
 *
 * @param <I> the interface of the input calls
 */
public final class ChannelInputs<I> implements InputLog<I>, AutoCloseable {

    private static final int MOST = 256;

    private final Channel channel;
    private final ChannelWriter writer;
    private final ChannelReader reader;
    private final I calls;
    private final boolean isSynced;
    private final EpochClock clock = EpochClock.system();
    private final Source source = Source.external("interactions");
    private final Input input = new Input();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private Runnable applied = () -> {};

    /** Asks the component; null for one that has no outcomes. */
    private Supplier<?> outcomes;

    private long last = Index.NONE;
    private boolean mustSync;
    private final ChangeNumbers numbers;
    private final String log;

    private record Waiting(long index, CompletableFuture<TakenInput> taken) {}

    private ChannelInputs(
            Channel channel,
            ChannelWriter writer,
            ChannelReader reader,
            I calls,
            boolean isSynced,
            ChangeNumbers numbers) {
        this.channel = channel;
        this.writer = writer;
        this.reader = reader;
        this.calls = calls;
        this.isSynced = isSynced;
        this.numbers = numbers;
        this.log = channel.journal()
                .map(journal -> journal.id().toString())
                .orElseGet(() -> UUID.randomUUID().toString());
        this.mustSync = isSynced; // what a process that was killed has left counts, and so must be read
    }

    /**
     * Opens the inputs of a component, which gets them by {@link #poll} from the first, or from the period in force.
     *
     * @param channel a channel that may have further writers
     * @param inputs the interface of the input calls
     * @param component gets them
     * @param types the types that they may have besides those that they declare
     * @param numbers those of the server, which learn the changes of clients with names
     */
    public static <I> ChannelInputs<I> open(
            Channel channel, Class<I> inputs, I component, WireTypes types, ChangeNumbers numbers) {
        boolean isSynced = channel.durability().equals(Optional.of(Durability.SYNCED));
        TailerOptions tailer = TailerOptions.defaults()
                .withLevel(isSynced ? Durability.SYNCED : Durability.MAPPED)
                .withMark(MarkPolicy.ALWAYS);
        ChannelReader reader = channel.reader(
                component, ReaderOptions.defaults().withTailer(tailer).withTypes(types), inputs);
        ChannelWriter writer = channel.writer();
        ChannelInputs<I> opened =
                new ChannelInputs<>(channel, writer, reader, InputWriter.of(writer, inputs, types), isSynced, numbers);
        reader.toPeriod();
        reader.handOver(); // to the thread that polls
        return opened;
    }

    @Override
    public CompletionStage<TakenInput> append(Consumer<I> call) {
        long nowNs = clock.nowNs();
        NumberedChange change = NumberedChange.CURRENT.isBound() ? NumberedChange.CURRENT.get() : null;
        if (change != null && change.isFound()) {
            return CompletableFuture.completedFuture(change.takeFound());
        }
        if (change == null) {
            input.set(source, nowNs, nowNs);
        } else {
            input.set(change.take(), change.number, nowNs);
        }
        writer.begin(input);
        long index;
        try {
            call.accept(calls);
            index = writer.commit();
        } catch (RuntimeException | Error e) {
            writer.rollback();
            throw new InteractionException("the call cannot be kept: " + e.getMessage(), e);
        }
        if (change != null) {
            change.keep();
        }
        mustSync = isSynced;
        CompletableFuture<TakenInput> taken = new CompletableFuture<>();
        waiting.add(new Waiting(index, taken));
        return taken;
    }

    /**
     * Gives the component the next inputs, and completes what was appended here.
     *
     * @return whether there were any
     */
    public boolean poll() {
        if (mustSync) {
            writer.journalWriter().ifPresent(JournalChannelWriter::sync);
            mustSync = false;
        }
        int count = 0;
        while (count < MOST && reader.poll() == Poll.MESSAGE) {
            count++;
            last = reader.index();
            boolean isWaited = !waiting.isEmpty() && waiting.peek().index() <= last;
            numbers.kept(reader.history(), outcomes == null ? null : this::lastTaken);
            TakenInput taken = isWaited ? lastTaken() : null;
            while (!waiting.isEmpty() && waiting.peek().index() <= last) {
                waiting.remove().taken().complete(taken);
            }
            applied.run();
        }
        return count > 0;
    }

    private TakenInput lastTaken() {
        return TakenInput.last(index(), outcomes == null ? () -> null : outcomes);
    }

    @Override
    public void outcomes(Supplier<?> outcome) {
        outcomes = outcome;
    }

    @Override
    public String index() {
        String index = Index.toText(last);
        return channel.journal().map(journal -> journal.id() + "/" + index).orElse(index);
    }

    @Override
    public String log() {
        return log;
    }

    @Override
    public long position() {
        return last;
    }

    @Override
    public void onApplied(Runnable action) {
        applied = action;
    }

    /** Ends the wait of what was appended and not taken, and closes reader and writer, but not the channel. */
    @Override
    public void close() {
        waiting.forEach(each -> each.taken()
                .completeExceptionally(
                        new InteractionException("the service has ended; the change is kept, and was not answered")));
        waiting.clear();
        reader.close();
        writer.close();
    }
}
