package io.millrace.examples.town;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.service.OutputDifference;
import io.millrace.service.OutputHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The town with each seat in a process of its own, which are killed. */
@Tag("process")
class TownTest {

    private static final int SEATS = 4;

    @TempDir
    Path root;

    private final TestProcess[] seats = new TestProcess[SEATS];
    private int starts;

    @BeforeEach
    void makeLedger() throws IOException {
        List<String> addresses = new ArrayList<>();
        for (int seat = 0; seat < SEATS; seat++) {
            addresses.add("--address");
            addresses.add("127.0.0.1:" + FreePorts.next());
        }
        millrace("init")
                .withArguments(addresses.toArray(String[]::new))
                .start(output("init"))
                .awaitEnd()
                .well();
        IntStream.range(0, SEATS).forEach(this::start);
    }

    @AfterEach
    void killAll() {
        IntStream.range(0, SEATS).forEach(this::kill);
    }

    private Path output(String name) throws IOException {
        return Files.createDirectories(root.resolve("output").resolve(name));
    }

    private JavaCommand millrace(String command) {
        return JavaCommand.of(
                "io.millrace.cli.Millrace",
                "ledger",
                command,
                root.resolve("ledger").toString());
    }

    private void start(int seat) {
        try {
            seats[seat] = JavaCommand.of("io.millrace.cli.Millrace", "run", "town.yaml")
                    .withFlags("-Xmx192m")
                    .withArguments("--ledger", root.resolve("ledger").toString(), "--seat", Integer.toString(seat))
                    .withArguments("--data", root.resolve("data" + seat).toString(), "--every", "20ms")
                    .start(output("seat" + seat + "-" + starts++));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void kill(int seat) {
        if (seats[seat] != null) {
            seats[seat].kill();
            seats[seat].close();
            seats[seat] = null;
        }
    }

    private String status() {
        try {
            Ended ended = millrace("status").start(output("status" + starts++)).awaitEnd();
            return ended.out() + ended.err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long messages(int seat, String channel) {
        Path directory = root.resolve("data" + seat).resolve(channel);
        if (!Files.exists(directory.resolve("journal.table"))) {
            return 0;
        }
        try (Channel calls = Channel.readOnly(directory)) {
            return calls.journal().orElseThrow().messages();
        }
    }

    private void awaitMore(int seat, long calls) {
        long until = messages(seat, "balances") + calls;
        Await.until("seat " + seat + " has more", () -> messages(seat, "balances") >= until, () -> failures(seat));
    }

    private String failures(int seat) {
        return seats[seat] == null ? "" : seats[seat].output() + seats[seat].errors();
    }

    private void assertAgree() {
        for (String name : List.of("calls", "balances")) {
            for (int seat = 1; seat < SEATS; seat++) {
                try (Channel one = Channel.readOnly(root.resolve("data0").resolve(name));
                        Channel other =
                                Channel.readOnly(root.resolve("data" + seat).resolve(name))) {
                    assertEquals(Optional.empty(), OutputDifference.between(one, other));
                    long position = Math.min(
                            OutputHash.of(one, Long.MAX_VALUE).position(),
                            OutputHash.of(other, Long.MAX_VALUE).position());
                    assertTrue(position > 0);
                    assertEquals(
                            OutputHash.of(one, position - 1).toString(),
                            OutputHash.of(other, position - 1).toString());
                }
            }
        }
    }

    @Test
    void threeSeatsGoOnTwoDoNotAndAllAgreeAfterwards() {
        IntStream.range(0, SEATS).forEach(seat -> awaitMore(seat, 50));
        kill(3);
        awaitMore(0, 50);
        Await.until("a seat is missed", () -> status().contains("commits without missing=[seat3]"), this::status);
        kill(2);
        Await.until(
                "nothing commits",
                () -> status().contains("too few seats are there present=2 quorum=3 missing=[seat2, seat3]"),
                this::status);
        long stopped = messages(0, "calls");
        Await.until("the others are not running", () -> status().contains("seat3 "), this::status);
        assertEquals(stopped, messages(0, "calls"));
        start(2);
        start(3);
        IntStream.range(0, SEATS).forEach(seat -> awaitMore(seat, 50));
        assertAgree();
    }
}
