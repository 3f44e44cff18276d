package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.service.InputFailedException;
import io.millrace.service.ReplayDifference.Kind;
import io.millrace.service.ReplayReport;
import io.millrace.service.ServiceException;
import io.millrace.service.Skips;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Components of a topology file, replayed in the version that ran and in others. */
class TopologyReplayTest {

    private static final String TOPOLOGY = """
            name: shop
            classpath: ["%s"]
            parameters:
              step: {type: long, default: 1}
            channels:
              orders: {durability: SYNCED}
              priced: {}
              direct: {kind: direct}
              billed: {}
              between: {kind: queue}
              counted: {}
              answers: {}
            components:
              source:
                class: app.Source
                writes: orders
              pricer:
                class: app.Pricer
                reads: [orders]
                writes: priced
                arguments: {price: "${step}"}
              biller:
                class: app.Pricer
                reads: [orders]
                writes: direct
                arguments: {price: 3}
              rounder:
                class: app.Rounder
                reads: [direct]
                writes: billed
              filler:
                class: app.Pricer
                reads: [orders]
                writes: between
                arguments: {price: 1}
              counter:
                class: app.Rounder
                reads: [between]
                writes: counted
              gateway:
                class: app.Answers
                reads: [orders]
                writes: answers
            """;

    private static final Map<String, String> SHARED = Map.of(
            "app.Orders", "package app; public interface Orders { void order(Order order); }",
            "app.Order", "package app; public record Order(long number, long amount) {}",
            "app.Prices", "package app; public interface Prices { void price(long number, long price); }",
            "app.Rounder", """
                    package app;
                    public final class Rounder implements Prices {
                        private final Prices out;
                        public Rounder(Prices out) { this.out = out; }
                        @Override public void price(long number, long price) { out.price(number, price / 10 * 10); }
                    }
                    """,
            "app.Source", """
                    package app;
                    import io.millrace.service.*;
                    public final class Source implements ExternalSource {
                        private final Orders out;
                        private long next;
                        public Source(Orders out) { this.out = out; }
                        @Override public void open(long resumeAfter) { next = resumeAfter + 1; }
                        @Override public Progress poll(SourceContext context) {
                            if (next == 100) {
                                return Progress.ENDED;
                            }
                            context.index(next);
                            out.order(new Order(next, next * 7 % 13));
                            next++;
                            return Progress.EMITTED;
                        }
                        @Override public void close() {}
                    }
                    """,
            "app.Answers", """
                    package app;
                    import io.millrace.service.*;
                    public final class Answers implements Gateway, Orders {
                        private final Prices out;
                        public Answers(Prices out) { this.out = out; }
                        @Override public void open(GatewayContext context) {}
                        @Override public void order(Order order) { out.price(order.number(), 0); }
                        @Override public void commit() {}
                        @Override public void rollback() {}
                        @Override public void close() {}
                    }
                    """);

    private static final String PRICER = """
            package app;
            public final class Pricer implements Orders {
                private final Prices out;
                private final long price;
                private long sold;
                public Pricer(Prices out, long price) {
                    this.out = out;
                    this.price = price;
                }
                @Override public void order(Order order) {
                    %s
                    sold += order.amount();
                    if (order.amount() > 0) {
                        out.price(order.number(), order.amount() * price + sold %s);
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    private Path data;
    private Path file;

    @BeforeEach
    void writeTheTopology() throws IOException {
        data = directory.resolve("data");
        file = directory.resolve("shop.yaml");
        Files.writeString(file, TOPOLOGY.formatted(version("v1", PRICER.formatted("", ""))));
    }

    private Path version(String name, String pricer) {
        Map<String, String> sources = new HashMap<>(SHARED);
        sources.put("app.Pricer", pricer);
        return Versions.compile(directory.resolve(name), sources);
    }

    private Optional<ServiceException> runAll() throws InterruptedException {
        RunOptions options = RunOptions.in(data).withErrorHandler((severity, origin, error) -> {});
        try (RunningTopology running = TopologyRunner.open(Topology.load(file), options)) {
            running.start();
            running.await();
            return running.failure();
        }
    }

    private ReplayReport replay(String component, Path... classpath) {
        return TopologyReplay.run(
                Topology.load(file), component, ReplayOptions.in(data).withClasspath(List.of(classpath)));
    }

    @Test
    void everyComponentThatCanBeReplayedIsEqualToItself() throws InterruptedException {
        assertEquals(Optional.empty(), runAll());
        for (String component : List.of("pricer", "biller")) {
            ReplayReport report = replay(component);
            assertTrue(report.isEqual(), report::toString);
            assertEquals(100, report.inputs());
            assertEquals(92, report.calls());
        }
    }

    @Test
    void aNewerVersionIsFoundBeforeTheOneOfTheTopologyAlsoInAChain() throws InterruptedException {
        assertEquals(Optional.empty(), runAll());
        Path newer = version("v2", PRICER.formatted("", "+ (order.number() == 50 ? 100 : 0)"));
        for (String component : List.of("pricer", "biller")) {
            ReplayReport report = replay(component, newer);
            assertEquals(1, report.differences(), report::toString);
            assertEquals(Kind.CHANGED, report.shown().getFirst().kind());
            assertTrue(report.shown().getFirst().replayed().contains("50"), report::toString);
        }
        assertTrue(replay("pricer").isEqual());
    }

    @Test
    void parametersAndOtherArgumentsOfTheConstructorAreThoseOfTheFile() throws InterruptedException, IOException {
        assertEquals(Optional.empty(), runAll());
        ReplayReport report = TopologyReplay.run(
                Topology.load(file), "pricer", ReplayOptions.in(data).withParameters(Map.of("step", "2")));
        assertEquals(92, report.differences());
        Path newer = version(
                "v3",
                PRICER.formatted("", "* factor")
                        .replace("long price)", "long price, long factor)")
                        .replace("private long sold;", "private long sold; private final long factor;")
                        .replace("this.out = out;", "this.out = out; this.factor = factor;"));
        TopologyException missing = assertThrows(TopologyException.class, () -> replay("pricer", newer));
        assertTrue(
                missing.getMessage().contains("argument=factor (long) of class=app.Pricer must be given"),
                missing.getMessage());
        Files.writeString(
                file, Files.readString(file).replace("{price: \"${step}\"}", "{price: \"${step}\", factor: 1}"));
        ReplayReport changed = replay("pricer", newer);
        assertTrue(changed.isEqual(), changed::toString);
    }

    @Test
    void whatIsSkippedStaysSkipped() throws InterruptedException, IOException {
        String refusing = PRICER.formatted("if (order.number() == 7) { throw new IllegalStateException(\"no\"); }", "");
        Path first = version("v4", refusing);
        Files.writeString(
                file,
                TOPOLOGY.formatted(first)
                        .replaceAll("(?s)\\n  biller:.*", "\n")
                        .replace("  direct: {kind: direct}\n", "")
                        .replace("  billed: {}\n", "")
                        .replace("  between: {kind: queue}\n", "")
                        .replace("  counted: {}\n", "")
                        .replace("  answers: {}\n", ""));
        InputFailedException failed =
                (InputFailedException) runAll().orElseThrow().getCause();
        Skips.in(data).order("pricer", failed.input(), "alice", "no price");
        assertEquals(Optional.empty(), runAll());
        ReplayReport report = replay("pricer", version("v5", PRICER.formatted("", "")));
        assertTrue(report.isEqual(), report::toString);
        assertEquals(1, report.skipped());
        assertEquals(99, report.inputs());
    }

    @Test
    void whatCannotBeReplayedIsRefusedWithTheReason() throws InterruptedException {
        ServiceException never = assertThrows(ServiceException.class, () -> replay("pricer"));
        assertTrue(never.getMessage().contains("has not run here component=pricer channel=orders"), never.getMessage());
        assertEquals(Optional.empty(), runAll());
        Map<String, String> wrong = Map.of(
                "price", "did you mean pricer?",
                "source", "is an external source, which has no recorded inputs",
                "gateway", "is a gateway, which acts on the outside",
                "rounder", "is called directly and has no inputs of its own; replay its caller caller=biller",
                "filler", "writes channel=between of kind queue, which records nothing to compare with",
                "counter", "reads channel=between of kind queue, whose messages are not recorded");
        wrong.forEach((component, message) -> {
            TopologyException error = assertThrows(TopologyException.class, () -> replay(component));
            assertTrue(error.getMessage().contains(message), error.getMessage());
        });
        TopologyException absent =
                assertThrows(TopologyException.class, () -> replay("pricer", directory.resolve("absent.jar")));
        assertTrue(absent.getMessage().contains("does not exist path="), absent.getMessage());
    }
}
