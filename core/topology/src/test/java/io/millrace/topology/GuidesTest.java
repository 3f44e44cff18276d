package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Durability;
import io.millrace.service.ExternalSource;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.Progress;
import io.millrace.service.Snapshotting;
import io.millrace.service.SourceContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/recipes.md}. */
class GuidesTest {

    @TempDir
    Path data;

    private Path file;

    /** What the source sends: entries of a ledger, and what takes them back. */
    public interface Entries {

        /** An amount for an account. */
        void entry(String id, String account, long cents);

        /** An entry was wrong. */
        void reversed(String id, String reason);
    }

    /** The totals of accounts. */
    public interface Totals {

        /** The total of an account. */
        void total(String account, long cents);
    }

    /** Requests to a slow service. */
    public interface Questions {

        /** Asks for the limit of an account. */
        void limitOf(String account);
    }

    /** The answers of a slow service. */
    public interface Answers {

        /** The limit of an account. */
        void limit(String account, long cents);
    }

    /** Sends the lines of a file, each under its number. */
    public static final class LineSource implements ExternalSource {
        private final Entries out;
        private final Path file;
        private BufferedReader reader;
        private long next;

        /** Creates the source; called by the topology. */
        public LineSource(Entries out, Path file) {
            this.out = out;
            this.file = file;
        }

        @Override
        public void open(long resumeAfter) {
            try {
                reader = Files.newBufferedReader(file);
                for (next = 0; next <= resumeAfter; next++) {
                    reader.readLine();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Progress poll(SourceContext context) {
            try {
                String line = reader.readLine();
                if (line == null) {
                    return Progress.ENDED;
                }
                context.index(next++); // first the index, then the call
                String[] fields = line.split(",", -1);
                switch (fields[0]) {
                    case "reversed" -> out.reversed(fields[1], fields[2]);
                    default -> out.entry(fields[0], fields[1], Long.parseLong(fields[2]));
                }
                return Progress.EMITTED;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                if (reader != null) {
                    reader.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The state of the ledger as calls: the entries that stand. */
    public interface LedgerState {

        /** An entry that stands. */
        void stands(String id, String account, long cents);
    }

    /** Adds entries; its state is written down as calls, which restore it in a new object. */
    public static final class Ledger implements Entries, LedgerState, Snapshotting<LedgerState> {
        private final Totals out;
        private final Map<String, Entry> standing = new TreeMap<>(); // in an order that a restart repeats
        private final Map<String, Long> totals = new HashMap<>();

        private record Entry(String account, long cents) {}

        /** Creates the component; called by the topology. */
        public Ledger(Totals out) {
            this.out = out;
        }

        @Override
        public void entry(String id, String account, long cents) {
            stands(id, account, cents);
            out.total(account, totals.get(account));
        }

        @Override
        public void reversed(String id, String reason) {
            Entry wrong = standing.remove(id);
            if (wrong != null) {
                out.total(wrong.account(), totals.merge(wrong.account(), -wrong.cents(), Long::sum));
            }
        }

        @Override
        public Class<LedgerState> snapshotType() {
            return LedgerState.class;
        }

        @Override
        public void snapshot(LedgerState state) {
            standing.forEach((id, entry) -> state.stands(id, entry.account(), entry.cents()));
        }

        @Override
        public void stands(String id, String account, long cents) {
            standing.put(id, new Entry(account, cents));
            totals.merge(account, cents, Long::sum);
        }
    }

    /** Asks once for each account that it meets. */
    public static final class Asker implements Totals {
        private final Questions out;
        private final List<String> asked = new ArrayList<>();

        /** Creates the component; called by the topology. */
        public Asker(Questions out) {
            this.out = out;
        }

        @Override
        public void total(String account, long cents) {
            if (!asked.contains(account)) {
                asked.add(account);
                out.limitOf(account);
            }
        }
    }

    /** The slow service; a gateway is called on a thread of its own and never again after its answer is recorded. */
    public static final class LimitService implements Questions, Gateway {
        private final Answers out;

        /** Creates the gateway; called by the topology. */
        public LimitService(Answers out) {
            this.out = out;
        }

        @Override
        public void limitOf(String account) {
            out.limit(account, 1_000L * account.length()); // here the service is called, for as long as it takes
        }

        @Override
        public boolean needsOwnThread() {
            return true;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void writeTheFile() throws IOException {
        file = data.resolve("entries.csv");
        Files.writeString(file, "e1,rent,500\ne2,rent,90000\nreversed,e2,a typing error\ne3,food,20\n");
    }

    private Topology topology() {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        return Topology.builder("recipes")
                .channel("entries", small)
                .channel("totals", small)
                .channel("states", small)
                .channel("questions", small.withDurability(Durability.SYNCED))
                .channel("answers", small)
                .component(
                        "lines",
                        ComponentSpec.of(LineSource.class).writes("entries").argument("file", file.toString()))
                .component(
                        "ledger",
                        ComponentSpec.of(Ledger.class)
                                .reads("entries")
                                .writes("totals")
                                .snapshots("states", 2))
                .component(
                        "asker", ComponentSpec.of(Asker.class).reads("totals").writes("questions"))
                .component(
                        "limits",
                        ComponentSpec.of(LimitService.class).reads("questions").writes("answers"))
                .build();
    }

    private List<String> run() throws InterruptedException {
        try (RunningTopology running = TopologyRunner.open(topology(), RunOptions.in(data.resolve("data")))) {
            running.start();
            running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        }
        List<String> texts = new ArrayList<>();
        for (String name : List.of("totals", "answers")) {
            try (Channel channel = Channel.readOnly(data.resolve("data").resolve(name));
                    ChannelCursor cursor = channel.cursor()) {
                for (var entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                    if (entry == ChannelCursor.Entry.CALL) {
                        texts.add(cursor.json());
                    }
                }
            }
        }
        return texts;
    }

    @Test
    void aSourceContinuesAStateIsRestoredAWrongEntryIsTakenBackAndSlowWorkIsAnsweredOnce() throws Exception {
        List<String> first = run();
        assertEquals(6, first.size(), first.toString());
        assertEquals(first, run(), "a second run begins where the first has ended");
        Files.writeString(file, "e4,food,5\n", java.nio.file.StandardOpenOption.APPEND);
        List<String> third = run();
        assertEquals(7, third.size(), third.toString());
        assertEquals(List.of(90_500L, 500L), List.of(cents(third.get(1)), cents(third.get(2))));
        assertEquals(25, cents(third.get(4)), third.toString());
    }

    private static long cents(String json) {
        return Long.parseLong(json.replaceAll(".*?([0-9]+)\\D*$", "$1"));
    }
}
