package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A component is replayed, changed, and goes live: what an operator does and sees. */
@Tag("process")
class ReplayTest {
    private static final String TOPOLOGY = """
            name: shop
            classpath: ["CLASSES"]
            parameters:
              count: {type: long, default: 100}
              limit: {type: long, default: 1}
            channels:
              orders: {}
              bills: {}
            components:
              source:
                class: app.Source
                writes: orders
                arguments: {count: "${count}"}
              biller:
                class: app.Biller
                reads: [orders]
                writes: bills
                arguments: {price: "${limit}"}
            """;

    private static final Map<String, String> SHARED = Map.of(
            "app.Orders", "package app; public interface Orders { void order(long number, long amount); }",
            "app.Bills", "package app; public interface Bills { void bill(Bill bill); }",
            "app.Bill", "package app; public record Bill(long number, long amount, String note) {}",
            "app.Source", """
                    package app;
                    import io.millrace.service.*;
                    public final class Source implements ExternalSource {
                        private final Orders out;
                        private final long count;
                        private long next;
                        public Source(Orders out, long count) { this.out = out; this.count = count; }
                        @Override public void open(long resumeAfter) { next = resumeAfter + 1; }
                        @Override public Progress poll(SourceContext context) {
                            if (next == count) {
                                return Progress.ENDED;
                            }
                            context.index(next);
                            out.order(next, next * 7 % 13);
                            next++;
                            return Progress.EMITTED;
                        }
                        @Override public void close() {}
                    }
                    """);

    private static final String BILLER = """
            package app;
            public final class Biller implements Orders {
                private final Bills out;
                private final long price;
                private long sold;
                public Biller(Bills out, long price) {
                    this.out = out;
                    this.price = price;
                }
                @Override public void order(long number, long amount) {
                    sold += amount;
                    // MORE
                    out.bill(new Bill(number, amount * price + sold, "all"));
                }
            }
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTheTopology() throws IOException {
        writeTopology(version("v1", ""));
    }

    private void writeTopology(Path classes) throws IOException {
        Files.writeString(directory.resolve("shop.yaml"), TOPOLOGY.replace("CLASSES", classes.toString()));
    }

    private Path version(String name, String more) {
        Map<String, String> sources = new HashMap<>(SHARED);
        sources.put("app.Biller", BILLER.replace("// MORE", more));
        return Versions.compile(directory.resolve(name), sources);
    }

    private String file() {
        return directory.resolve("shop.yaml").toString();
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private Ended replay(String... more) {
        List<String> arguments = new ArrayList<>(List.of("replay", file(), "--component", "biller", "--data", data()));
        arguments.addAll(List.of(more));
        return CommandCall.run(arguments.toArray(String[]::new));
    }

    private Ended run(String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", file(), "--data", data()));
        arguments.addAll(List.of(more));
        return CommandCall.run(arguments.toArray(String[]::new));
    }

    @Test
    void theSameVersionIsEqualAndAnotherIsShownSideBySide() {
        run().well();
        Ended same = replay();
        assertEquals(0, same.code(), same.err());
        assertEquals("biller: equal; compared 100 inputs and 100 recorded calls\n", same.out());
        assertTrue(same.err().matches("Replayed 100 inputs in \\d+\\.\\d s, [0-9,]+/s\\.\n"), same.err());
        String newer = version("v2", "if (number == 5) { sold++; }").toString();
        Ended changed = replay("--classpath", newer, "--limit", "2");
        assertEquals(1, changed.code(), changed.err());
        assertTrue(changed.out().matches("""
                                (?s)difference 1: CHANGED input=orders@0:\\d+ output=bills@0:\\d+
                                    bill: +bill:
                                      number: 5 +number: 5
                                      amount: 36 +[|]   amount: 37
                                      note: all +note: all
                                .*"""), changed.out());
        assertTrue(
                changed.out()
                        .endsWith("... 93 more\nbiller: 95 differences; compared 100 inputs and 100 recorded calls\n"),
                changed.out());
        assertEquals(
                2,
                changed.out()
                        .lines()
                        .filter(line -> line.startsWith("difference "))
                        .count());
    }

    @Test
    void aParameterWhoseNameIsAnOptionOfReplayHasAPrefix() {
        run("--limit", "3").well();
        assertEquals(1, replay().code());
        assertEquals(0, replay("--parameter.limit", "3", "--limit", "0").code());
    }

    @Test
    void errorsHaveOtherCodesThanADifference() throws IOException {
        Ended never = replay();
        assertEquals(2, never.code(), never.err());
        assertTrue(never.err().contains("the data directory is not a directory"), never.err());
        run().well();
        for (List<String> wrong : List.of(
                List.of("--component", "biler"),
                List.of("--component", "source"),
                List.of("--from", "order@0:8"),
                List.of("--from", "third"),
                List.of("--limit", "-1"),
                List.of("--classpath", directory.resolve("absent").toString()))) {
            Ended ended = CommandCall.run(Stream.concat(
                            Stream.of("replay", file(), "--data", data()),
                            wrong.contains("--component")
                                    ? wrong.stream()
                                    : Stream.concat(Stream.of("--component", "biller"), wrong.stream()))
                    .toArray(String[]::new));
            assertEquals(2, ended.code(), wrong + " " + ended.out() + ended.err());
            assertEquals(
                    1,
                    ended.err()
                            .lines()
                            .filter(line -> line.startsWith("millrace: "))
                            .count(),
                    ended.err());
        }
        Path segment = directory.resolve("data/orders/00000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        String dump = CommandCall.run("dump", data() + "/orders").well();
        int first = Integer.parseInt(dump.replaceAll("(?s)--- # 0:(\\d+) .*", "$1"));
        bytes[first + 12] ^= 1; // after the header of the frame
        Files.write(segment, bytes);
        Ended damaged = replay();
        assertEquals(3, damaged.code(), damaged.err());
    }

    @Test
    void aComponentThatThrowsIsReportedWithItsInput() {
        run().well();
        Ended threw = replay(
                "--classpath",
                version("v3", "if (number == 9) { throw new IllegalStateException(\"no nine\"); }")
                        .toString());
        assertEquals(1, threw.code(), threw.err());
        assertTrue(threw.out().startsWith("difference 1: THREW input=orders@0:"), threw.out());
        assertTrue(threw.out().contains("> threw: java.lang.IllegalStateException: no nine"), threw.out());
        assertTrue(
                threw.err().contains("Ended where the component would have stopped: a component threw"), threw.err());
    }

    private boolean hasBills() {
        Path bills = directory.resolve("data/bills");
        if (!Journal.exists(bills)) {
            return false;
        }
        try (Journal journal = Journal.openReadOnly(bills)) {
            return journal.messages() > 0;
        } catch (JournalException e) { // it is being made
            return false;
        }
    }

    @Test
    void aReplayWorksWhileAnotherProcessRunsTheTopology() throws Exception {
        try (TestProcess running =
                CommandProcess.start(directory, "run", "shop.yaml", "--count", "100000", "--rate", "2000")) {
            Await.until("there are bills", () -> hasBills() || !running.isAlive());
            for (int i = 0; i < 5; i++) {
                Ended ended = replay();
                assertEquals(0, ended.code(), ended.out() + ended.err());
            }
            assertTrue(running.isAlive(), running::errors);
            running.kill();
        }
    }

    @Test
    void aChangedComponentGoesLiveByAnOrder() throws IOException {
        run().well();
        writeTopology(version("v2", "if (number % 2 == 0) { return; }"));
        Ended refused = run("--count", "200");
        assertEquals(1, refused.code(), refused.err());
        assertTrue(refused.err().contains("replay diverged"), refused.err());
        Ended near = CommandCall.run("upgrade", data(), "biler", "--reason", "x");
        assertEquals(2, near.code());
        assertTrue(near.err().contains("there is no such component component=biler"), near.err());
        assertTrue(near.err().contains("did you mean biller?"), near.err());
        assertEquals(2, CommandCall.run("upgrade", data(), "biller").code());
        assertEquals(2, CommandCall.run("upgrade", data(), "--withdraw").code());
        assertEquals(
                2, CommandCall.run("upgrade", data(), "biller", "--withdraw").code());
        Ended ordered = CommandCall.run("upgrade", data(), "biller", "--reason", "odd bills alone", "--by", "alice");
        assertEquals("Ordered: component=biller; the next start carries it out.\n", ordered.err());
        assertEquals(
                0,
                CommandCall.run("upgrade", data(), "biller", "--withdraw", "--by", "bob")
                        .code());
        assertEquals(1, run("--count", "200").code());
        assertEquals(
                0,
                CommandCall.run("upgrade", data(), "biller", "--reason", "odd bills alone", "--by", "alice")
                        .code());
        String pending = CommandCall.run("upgrade", data()).well();
        assertTrue(pending.matches("""
                        WITHDRAWN component=biller by=alice at=\\S+ ended=\\S+ by=bob reason=odd bills alone
                        PENDING component=biller by=alice at=\\S+ reason=odd bills alone
                        """), pending);
        run("--count", "200").well();
        String done = CommandCall.run("upgrade", data()).well();
        assertTrue(done.matches("""
                        WITHDRAWN [^\n]*
                        DONE component=biller by=alice at=\\S+ ended=\\S+ output=bills@0:\\d+ reason=odd bills alone
                        MARK output=bills@0:\\d+ component=biller by=alice at=\\S+ written=\\S+ \
                        run=\\[topology=shop process=\\d+ state=inputs] reason=odd bills alone
                        """), done);
        String bills = CommandCall.run("dump", data() + "/bills").well();
        assertEquals(100 + 50, bills.split("(?m)^bill:").length - 1);
        run("--count", "201").well();
        Ended replayed = replay("--from", done.replaceAll("(?s).*MARK output=(\\S+) .*", "$1"));
        assertEquals(0, replayed.code(), replayed.out());
    }
}
