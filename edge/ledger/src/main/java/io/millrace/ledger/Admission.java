package io.millrace.ledger;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import io.millrace.journal.Index;
import io.millrace.journal.NamedPosition;
import io.millrace.service.ClientName;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Offers the calls of channels to a ledger: some of each channel, as a batch for each client, and the next ones once
 * all of these were ordered. So calls of a client never overtake each other, whatever becomes of blocks. What is not
 * ordered for a while is offered again; the order passes over what it has twice. A position in the channel says what
 * was ordered, for the next start. For the thread of the source.
 *
 * <p>A call keeps the client and number that it has in the channel; one of no client has the name of the seat and the
 * channel, and its index as the number. {@link SignedCalls} have the client and the numbers that are signed.
 */
final class Admission implements AutoCloseable {
    private static final int MOST_CALLS = 10_000;
    private static final int MOST_TOLD = 100;
    static final int MOST_BATCH_BYTES = 1 << 18;
    private static final int MOST_BYTES = 1 << 20;
    private static final CallSchema SIGNED =
            Wire.closed().offeredCalls(SignedCalls.class).getFirst().call();
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(5);

    private final SeatNode node;
    private final CallCodec codec;
    private final List<Lane> lanes = new ArrayList<>();

    /** The newest number in the order of each client that signs, since the start. */
    private final Map<String, Long> signed = new HashMap<>();

    Admission(String seat, List<Channel> channels, CallCodec codec, SeatNode node) {
        this.node = node;
        this.codec = codec;
        channels.forEach(channel -> lanes.add(new Lane(seat, channel)));
    }

    /** Returns whether a call has a batch that its client has signed. */
    static boolean isSigned(CallSchema call) {
        return SIGNED.equals(call);
    }

    /** Offers what is new, or was not ordered for too long. */
    void offer() {
        lanes.forEach(Lane::offer);
    }

    /** Notes that a call is in the order. */
    void ordered(String client, long number) {
        lanes.forEach(lane -> lane.ordered(client, number));
    }

    /** Notes that a call of a client that signs is in the order: an earlier one that comes again is not offered. */
    void signed(String client, long number) {
        signed.merge(client, number, Math::max);
    }

    /** Returns up to which index all calls of a channel are in the order. Any thread. */
    long orderedOf(String channel) {
        return lanes.stream()
                .filter(lane -> lane.channel.equals(channel))
                .mapToLong(lane -> lane.ordered)
                .findFirst()
                .orElse(Index.NONE);
    }

    @Override
    public void close() {
        lanes.forEach(lane -> lane.cursor.close());
    }

    /** One channel. */
    private final class Lane {
        private final String channel;
        private final String own;
        private final ChannelCursor cursor;
        private final NamedPosition position;

        /** The newest number of each client that waits to be ordered. */
        private final Map<String, Long> waiting = new HashMap<>();

        private final List<byte[]> offered = new ArrayList<>();

        /** What the ledger does not take and was told of. */
        private final Set<String> toldOf = new HashSet<>();

        private long offeredNs;
        private long read = Index.NONE;

        /** The newest call up to which all are in the order, or were left out. */
        private volatile long ordered;

        private Lane(String seat, Channel channel) {
            this.channel = channel.name();
            own = ClientName.issue(seat + '-' + channel.name(), 0, new UUID(0, 0));
            position = channel.journal()
                    .orElseThrow(() -> new LedgerException("calls are ordered from journals channel=" + channel.name()))
                    .position("ordered by " + seat);
            cursor = channel.cursor();
            ordered = position.get();
            if (position.get() != Index.NONE) {
                cursor.seekAfter(position.get());
            }
        }

        private void offer() {
            long nowNs = System.nanoTime();
            if (!waiting.isEmpty()) {
                if (nowNs - offeredNs > AGAIN_NS) {
                    offeredNs = nowNs;
                    offered.forEach(node::propose);
                }
                return;
            }
            if (read != Index.NONE) {
                position.set(read);
                ordered = read;
                read = Index.NONE;
            }
            offered.clear();
            collect();
            offeredNs = nowNs;
            offered.forEach(node::propose);
        }

        /** Reads calls until there is none, or enough. */
        private void collect() {
            Map<String, CallCodec.Writer> batches = new LinkedHashMap<>();
            long bytes = 0;
            boolean hasRoom = true;
            for (int calls = 0; hasRoom && calls < MOST_CALLS && bytes < MOST_BYTES; calls++) {
                Entry entry = cursor.next();
                if (entry == Entry.END) {
                    break;
                }
                long before = read;
                read = cursor.index();
                if (entry == Entry.CALL && cursor.isReadable() && isSigned(cursor.schema())) {
                    bytes += cursor.length();
                    addSigned();
                } else if (entry == Entry.CALL && isTaken()) {
                    bytes += cursor.length();
                    hasRoom = add(batches);
                    read = hasRoom ? read : before;
                }
            }
            batches.forEach((client, batch) -> {
                byte[] transaction = batch.bytes();
                if (node.isRight(transaction)) {
                    offered.add(transaction);
                } else {
                    waiting.remove(client);
                    leaveOut("client=" + client + " reason=the client signs its calls, and these are not signed");
                }
            });
        }

        private void addSigned() {
            byte[] transaction = new BinaryInput()
                    .wrap(cursor.segment(), cursor.offset(), cursor.length())
                    .readBytes();
            Optional<CallCodec.Batch> batch =
                    transaction != null && SignedBatch.isSigned(transaction) && transaction.length <= MOST_BATCH_BYTES
                            ? codec.read(transaction)
                            : Optional.empty();
            if (batch.isEmpty() || batch.get().calls().isEmpty() || !node.isRight(transaction)) {
                leaveOut("method=" + SIGNED.methodName() + " reason=no batch that a client of the ledger has signed");
                return;
            }
            String client = batch.get().client();
            long number = batch.get().calls().getLast().number();
            // A replay, or one whose time is over, would be passed over, and its channel would wait for it.
            if (number > signed.getOrDefault(client, -1L) && batch.get().isValidAt(System.currentTimeMillis())) {
                waiting.put(client, number);
                offered.add(transaction);
            }
        }

        private boolean isTaken() {
            boolean isKnown = cursor.isReadable() && codec.isKnown(cursor.schema());
            if (!isKnown) {
                leaveOut("method=" + cursor.schema().methodName());
            }
            return isKnown;
        }

        /** Tells once of calls of a kind that do not come into the order. */
        private void leaveOut(String what) {
            if (toldOf.size() < MOST_TOLD && toldOf.add(what)) {
                System.getLogger(Admission.class.getPackageName())
                        .log(
                                Level.WARNING,
                                "calls that the ledger does not take are left out channel=" + cursor.channel() + " "
                                        + what);
            }
        }

        /** Adds the call at the cursor to the batch of its client; returns whether there is room for more. */
        private boolean add(Map<String, CallCodec.Writer> batches) {
            History history = cursor.history();
            Optional<String> of = history.size() == 1 ? ClientName.of(history.source(0)) : Optional.empty();
            String client = of.orElse(own);
            long number = of.isPresent() ? history.index(0) : cursor.index();
            CallCodec.Writer batch = batches.computeIfAbsent(client, name -> {
                CallCodec.Writer writer = codec.writer(MOST_BATCH_BYTES);
                writer.begin(name);
                return writer;
            });
            if (!batch.add(number, cursor.schema(), cursor.segment(), cursor.offset(), cursor.length())) {
                if (batch.isEmpty()) {
                    throw new LedgerException("a call is too long for the ledger channel=" + cursor.channel()
                            + " index=" + Index.toText(cursor.index()) + " bytes=" + cursor.length() + " most="
                            + MOST_BATCH_BYTES);
                }
                cursor.seek(cursor.index()); // the next time
                return false;
            }
            waiting.put(client, number);
            return true;
        }

        private void ordered(String client, long number) {
            Long last = waiting.get(client);
            if (last != null && number >= last) {
                waiting.remove(client);
            }
        }
    }
}
