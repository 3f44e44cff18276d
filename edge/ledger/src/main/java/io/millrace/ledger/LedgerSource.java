package io.millrace.ledger;

import io.millrace.channel.Channel;
import io.millrace.service.OrderedSource;
import io.millrace.service.Outputs;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A seat of a ledger as the source of a topology: the calls in the channels that it reads are offered to the ledger,
 * and the calls that the ledger has ordered are written, in the same order with the same numbers at each seat.
 *
 * <p>The position of a call is the number of its commit, shifted left by {@value #COMMIT_SHIFT} bits, and its number in
 * the commit. Its time is that of the commit.
 */
public final class LedgerSource implements OrderedSource {
    /** How many bits a position has for the number of a call within a commit. */
    public static final int COMMIT_SHIFT = 24;

    private static final int ORIGIN_CHARACTERS = 40;

    private final Outputs outputs;
    private final LedgerConfig config;
    private final int seat;
    private final Duration interval;
    private final Duration delta;
    private final CallCodec codec;
    private final ClientSignatures clients;
    private final ArrayDeque<Item> items = new ArrayDeque<>();
    private List<Channel> proposals = List.of();
    private volatile Admission admission;
    private volatile SeatNode node;
    private long newest;
    private boolean isOrigin;

    /** A call that is ordered; without a call it is a transaction that is no batch. */
    private record Item(long position, long timeNs, String client, CallCodec.Call call, boolean isLate) {}

    /**
     * Takes how the seat takes part.
     *
     * @param outputs gets the calls
     * @param types further types of their arguments
     * @param ledger the directory of the ledger, as {@code millrace ledger init} makes it
     * @param seat the number of the seat
     * @param calls the interfaces of the calls
     * @param interval how long one block of the seat is after the one before, at least; 20 ms where empty
     * @param delta the bound on delays: what one seat has, all have so much later; 200 ms where empty
     */
    public LedgerSource(
            Outputs outputs,
            WireTypes types,
            Path ledger,
            int seat,
            List<Class<?>> calls,
            Optional<Duration> interval,
            Optional<Duration> delta) {
        this.outputs = outputs;
        this.config = LedgerConfig.read(ledger);
        this.seat = seat;
        this.interval = interval.orElse(Duration.ofMillis(20));
        this.delta = delta.orElse(Duration.ofMillis(200));
        this.codec = new CallCodec(calls, types);
        this.clients = config.clientSignatures();
    }

    @Override
    public void proposals(List<Channel> channels) {
        proposals = List.copyOf(channels);
    }

    /** Remembers clients that sign as long as a batch may be valid: an older one comes too late. */
    @Override
    public long rememberedNs() {
        return config.clients().isEmpty() ? 0 : SignedCalls.MOST_VALID.toNanos();
    }

    @Override
    public boolean isRemembered(String client) {
        return clients.isSigning(client);
    }

    @Override
    public void open(long resumeAfter) {
        newest = resumeAfter;
        long executed = resumeAfter < 0 ? 0 : (resumeAfter >> COMMIT_SHIFT) - 1;
        node = SeatNode.start(config, seat, executed, interval, delta);
        admission = new Admission(config.seats().get(seat).name(), proposals, codec, node);
    }

    @Override
    public Progress poll(SourceContext context) {
        if (!isOrigin) {
            context.origin(HexFormat.of().formatHex(config.id().bytes()).substring(0, ORIGIN_CHARACTERS));
            isOrigin = true;
        }
        Item item = next();
        if (item == null) {
            admission.offer();
            NodeStatus status = node.status();
            if (status.isStalled()) {
                context.away(status.reason());
            }
            return Progress.IDLE;
        }
        write(context, item);
        return Progress.EMITTED;
    }

    private Item next() {
        while (items.isEmpty()) {
            long to = node.orderedTo();
            SeatNode.Ordered ordered = node.poll();
            if (ordered == null) {
                node.carriedOut(to);
                return null;
            }
            long position = ordered.commit().index() << COMMIT_SHIFT;
            long timeNs = TimeUnit.MILLISECONDS.toNanos(ordered.commit().timeMs());
            for (byte[] transaction : ordered.transactions()) {
                position = add(transaction, position, timeNs);
            }
        }
        return items.remove();
    }

    /** Adds the calls of a transaction that are after the newest; returns the position after them. */
    private long add(byte[] transaction, long from, long timeNs) {
        Optional<CallCodec.Batch> batch = codec.read(transaction);
        long position = from;
        if (batch.isEmpty()) {
            add(new Item(position, timeNs, null, null, false));
            return position + 1;
        }
        boolean isLate = !batch.get().isValidAt(TimeUnit.NANOSECONDS.toMillis(timeNs));
        for (CallCodec.Call call : batch.get().calls()) {
            add(new Item(position, timeNs, batch.get().client(), call, isLate));
            position++;
        }
        return position;
    }

    private void add(Item item) {
        if (item.position() > newest) {
            items.add(item);
        }
    }

    private void write(SourceContext context, Item item) {
        long previous = newest;
        newest = item.position();
        if (item.call() == null) {
            context.entry(previous, item.position(), item.timeNs());
            context.refused("a transaction is no batch of the calls that this ledger takes");
            return;
        }
        long number = item.call().number();
        admission.ordered(item.client(), number);
        if (item.isLate()) {
            context.entry(previous, item.position(), item.timeNs());
            context.refused("a signed batch comes after its time, or long before client=" + item.client());
            return;
        }
        if (clients.isSigning(item.client())) {
            admission.signed(item.client(), number);
        }
        if (context.entry(previous, item.position(), item.timeNs(), item.client(), number)) {
            MemorySegment arguments = item.call().arguments();
            outputs.call(item.call().schema(), arguments, 0, (int) arguments.byteSize());
        }
    }

    @Override
    public long ordered(String channel) {
        Admission running = admission;
        return running == null ? -1 : running.orderedOf(channel);
    }

    /** Returns how the seat is, for people. Any thread. */
    String status() {
        SeatNode running = node;
        return running == null ? "starting" : running.status().reason();
    }

    /** Returns the number of the seat. */
    int seat() {
        return seat;
    }

    /** Returns the name of the seat. */
    String name() {
        return config.seats().get(seat).name();
    }

    /** Returns the node, null before the source has opened. Any thread. */
    SeatNode node() {
        return node;
    }

    @Override
    public void close() {
        if (admission != null) {
            admission.close();
        }
        if (node != null) {
            node.close();
        }
    }
}
