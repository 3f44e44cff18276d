package io.millrace.topology;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.Rate;
import io.millrace.service.Snapshotting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A topology with one of everything that has a name, run by a test in a process of its own, to be killed. */
final class RenamedTopology {

    static final long ITEMS = 3_000;

    private RenamedTopology() {}

    /** Runs to the end, at 400 items a second, and stays open until it is killed, however late: the data directory. */
    public static void main(String[] arguments) throws InterruptedException {
        try (RunningTopology running = open(of(name -> name, List.of()), Path.of(arguments[0]), Rate.perSecond(400))) {
            running.start();
            System.out.println("running");
            if (running.await() == RunEnd.ENDED) {
                new CountDownLatch(1).await(); // for the kill
            }
        }
    }

    static RunningTopology open(TopologyBuilder topology, Path data, Rate rate) {
        String limit = topology.build().parameters().firstEntry().getKey();
        RunOptions options = RunOptions.in(data)
                .withRate(rate)
                .withParameters(Map.of(limit, Long.toString(ITEMS)))
                .withClassLoader(RenamedTopology.class.getClassLoader());
        return TopologyRunner.open(topology.build(), options);
    }

    /** The topology, whose every name goes through {@code names}; those that {@code formerly} has say so. */
    static TopologyBuilder of(UnaryOperator<String> names, List<String> formerly) {
        UnaryOperator<String> name = names;
        ChannelSpec journal = ChannelSpec.journal()
                .withDurability(Durability.SYNCED)
                .withSegmentSize(JournalOptions.MIN_SEGMENT_SIZE_BYTES);
        ChannelSpec queue = ChannelSpec.queue().withQueueSize(1 << 12);
        return Topology.builder(name.apply("names"))
                .parameter(name.apply("limit"), ParameterSpec.of(ParameterType.LONG))
                .channel(name.apply("numbers"), journal)
                .channel(name.apply("queue"), formerly.contains("queue") ? queue.formerly("queue") : queue)
                .channel(name.apply("sums"), journal)
                .channel(name.apply("kept"), journal)
                .channel(name.apply("states"), journal)
                .channel(name.apply("rows"), journal)
                .component(
                        name.apply("feed"),
                        was("feed", formerly, ComponentSpec.of(QueueTopologyTest.Counter.class))
                                .writes(name.apply("numbers"))
                                .argument("limit", "${" + name.apply("limit") + "}"))
                .component(
                        name.apply("adder"),
                        was("adder", formerly, ComponentSpec.of(QueueTopologyTest.Halve.class))
                                .reads(name.apply("numbers"))
                                .writes(name.apply("queue")))
                .component(
                        name.apply("summer"),
                        was("summer", formerly, ComponentSpec.of(QueueTopologyTest.Halve.class))
                                .reads(name.apply("queue"))
                                .writes(name.apply("sums")))
                .component(
                        name.apply("keeper"),
                        was("keeper", formerly, ComponentSpec.of(Keeper.class))
                                .reads(name.apply("numbers"))
                                .writes(name.apply("kept"))
                                .snapshots(name.apply("states"), 100))
                .component(
                        name.apply("table"),
                        was("table", formerly, ComponentSpec.of(FileTable.class))
                                .reads(name.apply("sums"))
                                .writes(name.apply("rows"))
                                .argument("file", "${data}/table"))
                .thread(name.apply("thread"), ThreadSpec.running(name.apply("feed"), name.apply("adder")));
    }

    private static ComponentSpec was(String name, List<String> formerly, ComponentSpec component) {
        return formerly.contains(name) ? component.formerly(name) : component;
    }

    /** The state of {@link Keeper}. */
    interface State {

        void total(long total);
    }

    /** Passes on a hash of all that it has got. */
    public static final class Keeper implements Numbers, State, Snapshotting<State> {

        private final Numbers out;
        private long total;

        public Keeper(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            total = total * 31 + value;
            if (total % 3 != 0) {
                out.number(total);
            }
        }

        @Override
        public void total(long newTotal) {
            total = newTotal;
        }

        @Override
        public Class<State> snapshotType() {
            return State.class;
        }

        @Override
        public void snapshot(State to) {
            to.total(total);
        }
    }

    /** A line in a file for each request, under the name of the gateway; a line is written once. */
    public static final class FileTable implements Gateway, Numbers {

        private final Numbers out;
        private final Path file;
        private final Set<String> done = new HashSet<>();
        private final List<String> lines = new ArrayList<>();
        private GatewayContext context;

        public FileTable(Numbers out, Path file) {
            this.out = out;
            this.file = file;
        }

        @Override
        public void open(GatewayContext opened) {
            context = opened;
            done.clear();
            List<String> names = Stream.concat(Stream.of(context.name()), context.formerNames().stream())
                    .toList();
            try {
                if (Files.exists(file)) {
                    for (String line : Files.readAllLines(file)) {
                        int space = line.indexOf(' ');
                        if (names.contains(line.substring(0, space))) {
                            done.add(line.substring(space + 1, line.lastIndexOf(' ')));
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void number(long value) {
            String key = context.journalId() + ":" + context.index();
            if (done.add(key)) {
                lines.add(context.name() + " " + key + " " + value);
            }
            out.number(value);
        }

        @Override
        public void commit() {
            try {
                Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            lines.clear();
        }

        @Override
        public void rollback() {
            lines.clear();
        }

        @Override
        public void close() {}
    }
}
