package io.millrace.prove;

import io.millrace.service.ClientName;
import io.millrace.service.OrderedSource;
import io.millrace.service.Progress;
import io.millrace.service.ServiceException;
import io.millrace.service.SourceContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A log in memory, made from a seed: entries of clients that repeat some of their calls, entries of none, many of the
 * same time, and positions with gaps as those of bytes have. Immutable.
 */
final class OrderLog {

    private static final int CLIENTS = 5;
    private static final int REPEAT_ONE_IN = 10;
    private static final long START_MS = 1_760_000_000_000L;
    private static final long NS_PER_MS = 1_000_000;
    private static final int FARTHEST_ARRIVAL = 4;

    /**
     * An entry.
     *
     * @param client the name of the client; null where it has none
     * @param isRepeat whether the client has sent the call before
     */
    record Entry(
            long position, long timeNs, String client, long number, boolean isRepeat, Consumer<OrderEntries> call) {}

    private final List<Entry> entries = new ArrayList<>();

    OrderLog(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(ClientName.issue("client" + i, i, new UUID(seed, i)));
        }
        Map<String, Entry> newest = new HashMap<>();
        long position = -1;
        long timeMs = START_MS;
        for (int i = 0; i < count; i++) {
            position += 1L + random.nextInt(3);
            timeMs += random.nextInt(3) == 0 ? random.nextInt(6) : 0;
            String client = random.nextInt(4) == 0 ? null : clients.get(random.nextInt(CLIENTS));
            Entry before = newest.get(client);
            boolean isRepeat = before != null && random.nextInt(REPEAT_ONE_IN) == 0;
            long number = isRepeat ? before.number() : before == null ? 0 : before.number() + 1 + random.nextInt(2);
            Consumer<OrderEntries> call = isRepeat ? before.call() : call(random, i, timeMs, client != null);
            Entry entry = new Entry(position, timeMs * NS_PER_MS, client, number, isRepeat, call);
            entries.add(entry);
            if (client != null) {
                newest.put(client, entry);
            }
        }
    }

    private static Consumer<OrderEntries> call(SplittableRandom random, int number, long timeMs, boolean isOfClient) {
        String account = "account" + random.nextInt(4);
        long amount = 1L + random.nextInt(50);
        Instant at = Instant.ofEpochMilli(timeMs + random.nextInt(8) - 2);
        return switch (random.nextInt(8)) {
            case 0, 1 -> out -> out.remind("r" + number, at);
            case 2, 3, 4 ->
                out -> {
                    if (isOfClient) { // which is told where it is refused
                        out.take(account, amount);
                    } else {
                        out.deposit(account, amount);
                    }
                };
            case 5 -> OrderEntries::tick;
            default -> out -> out.deposit(account, amount);
        };
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    int size() {
        return entries.size();
    }

    /** A node's view of the log: how much of it is committed there, as the node knows. */
    final class Feed implements OrderedSource {

        private final OrderEntries out;
        private final List<Entry> contents;
        private final OrderFlaw flaw;
        private int committed;
        private int next;

        /**
         * Creates a view of nothing yet.
         *
         * @param arrival the seed of the order in which entries arrive at the node
         */
        Feed(OrderEntries out, OrderFlaw flaw, long arrival) {
            this.out = out;
            this.flaw = flaw;
            this.contents = new ArrayList<>(entries);
            if (flaw == OrderFlaw.ARRIVAL_ORDER) {
                Random random = new Random(arrival);
                for (int from = 0; from < contents.size(); from += FARTHEST_ARRIVAL) {
                    Collections.shuffle(
                            contents.subList(from, Math.min(from + FARTHEST_ARRIVAL, contents.size())), random);
                }
            }
        }

        /** Commits some more entries. */
        void commit(int more) {
            committed = Math.min(committed + more, contents.size());
        }

        @Override
        public void open(long resumeAfter) {
            next = 0;
            while (next < entries.size() && entries.get(next).position() < resumeAfter) {
                next++;
            }
            boolean isKnown = next < entries.size() && entries.get(next).position() == resumeAfter;
            if (resumeAfter >= 0 && !isKnown) {
                throw new ServiceException("the order has no such entry resumeAfter=" + resumeAfter);
            }
            if (isKnown && flaw != OrderFlaw.AGAIN_AT_RESTART) {
                next++;
            }
            committed = Math.max(committed, next);
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == contents.size()) {
                return Progress.ENDED;
            }
            if (next >= committed) {
                return Progress.IDLE;
            }
            long previous = next == 0 ? -1 : entries.get(next - 1).position();
            Entry at = entries.get(next); // whose position this is
            Entry entry = contents.get(next);
            next++;
            if (entry.client() == null) {
                context.entry(previous, at.position(), at.timeNs());
                entry.call().accept(out);
            } else if (context.entry(previous, at.position(), at.timeNs(), entry.client(), entry.number())) {
                entry.call().accept(out);
            }
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }
}
