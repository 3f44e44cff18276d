package io.millrace.fix.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixDictionaries;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixPort;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fixtures.JavaCommand;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The terminal as a process of its own, and the log of its journal. */
@Tag("process")
class ConnectCommandTest {

    private static final FixDictionary FIX44 =
            FixDictionaries.of(List.of()).of("FIX.4.4").dictionary();

    @TempDir
    private Path directory;

    private String errors;

    @Test
    void linesAreSentAnswersAreShownAndTheJournalHasBoth() throws Exception {
        try (Venue venue = new Venue()) {
            List<String> shown = new ArrayList<>();
            String order = "NewOrderSingle ClOrdID=t1 Symbol=IBM Side=Buy OrderQty=100 OrdType=Market";
            assertEquals(0, connect(venue.port, order + "\n", shown), () -> errors);
            assertEquals(1, shown.size(), shown.toString());
            assertTrue(shown.getFirst().contains(" NewOrderSingle "), shown.toString());
            assertTrue(shown.getFirst().contains(" Side=Buy "), shown.toString());
        }
        List<String> all = log("--session", "TRADER");
        assertTrue(all.stream().anyMatch(line -> line.endsWith("FIX.4.4:TRADER->XCHG -- logged on")), all.toString());
        List<String> orders = log("--type", "D", "--field", "ClOrdID=t1");
        assertEquals(2, orders.size(), orders.toString());
        assertTrue(orders.getFirst().contains(" FIX.4.4:TRADER->XCHG out NewOrderSingle "), orders.toString());
        assertTrue(orders.getLast().contains(" FIX.4.4:TRADER->XCHG in  NewOrderSingle "), orders.toString());
        assertEquals(List.of(), log("--session", "OTHER"));
        assertEquals(List.of(), log("--to", "2020-01-01T00:00:00Z"));
        assertEquals(List.of(), log("--from", "2200-01-01T00:00:00Z"));
    }

    @Test
    void aLineThatIsNoMessageIsNamedAndTheExitCodeSaysSo() throws Exception {
        try (Venue venue = new Venue()) {
            List<String> shown = new ArrayList<>();
            String lines = "NewOrderSingle Simbol=IBM\n\n# a remark\nHeartbeat\n";
            assertEquals(1, connect(venue.port, lines, shown));
            assertTrue(errors.contains("field=Simbol=IBM"), errors);
            assertTrue(errors.contains("an application cannot send messages of the session tag=35 value=0"), errors);
            assertEquals(List.of(), shown);
        }
    }

    @Test
    void aFileThatIsNoSessionIsNamedWithItsLine() throws IOException {
        Path file = Files.writeString(directory.resolve("bad.yaml"), "session: nonsense\nconnect: \"127.0.0.1:1\"\n");
        StringWriter err = new StringWriter();
        assertEquals(1, command(err, "connect", file.toString()));
        assertTrue(err.toString().contains("bad.yaml") && err.toString().contains("nonsense"), err.toString());
    }

    private int connect(int port, String lines, List<String> shown) throws Exception {
        Path file = Files.writeString(
                directory.resolve("trader.yaml"),
                "session: \"FIX.4.4:TRADER->XCHG\"\nconnect: \"127.0.0.1:" + port + "\"\nstore: journal\n");
        Path input = Files.writeString(directory.resolve("input"), lines);
        Path err = directory.resolve("err");
        Process process = JavaCommand.of("io.millrace.cli.Millrace", "fix", "connect", file.toString())
                .builder()
                .redirectInput(input.toFile())
                .redirectError(err.toFile())
                .start();
        process.inputReader().lines().forEach(shown::add);
        int exit = process.waitFor();
        errors = Files.readString(err);
        return exit;
    }

    private List<String> log(String... options) {
        StringWriter err = new StringWriter();
        StringWriter out = new StringWriter();
        List<String> arguments = new ArrayList<>(List.of("log"));
        arguments.addAll(List.of(options));
        arguments.add(directory.resolve("journal").toString());
        CommandLine line = (CommandLine) new FixCommands().commands().getFirst();
        int exit = line.setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
        assertEquals(0, exit, err.toString());
        return out.toString().lines().toList();
    }

    private static int command(StringWriter err, String... arguments) {
        CommandLine line = (CommandLine) new FixCommands().commands().getFirst();
        return line.setErr(new PrintWriter(err)).execute(arguments);
    }

    /** An acceptor that sends orders back. */
    private static final class Venue implements AutoCloseable {
        private final FixEngine engine = FixEngine.open(FixEngineOptions.named("venue"));
        private final EventLoop loop;
        private final int port;

        Venue() {
            FixSettings.Builder settings = FixSettings.session(new FixSessionId("FIX.4.4", "XCHG", "TRADER"), FIX44);
            engine.add(
                    settings.with(FixOption.RESET_AT_DISCONNECT).build(),
                    new EchoApplication(EchoApplication.Profile.J));
            port = engine.listen(FixPort.loopback(0)).port();
            loop = EventLoop.start("venue", EventLoopOptions.defaults(), List.of(engine));
        }

        @Override
        public void close() {
            loop.close();
            engine.close();
        }
    }
}
