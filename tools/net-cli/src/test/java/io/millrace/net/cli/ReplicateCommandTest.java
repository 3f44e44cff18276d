package io.millrace.net.cli;

import static io.millrace.net.cli.MemberProcesses.append;
import static io.millrace.net.cli.MemberProcesses.awaitAcknowledged;
import static io.millrace.net.cli.MemberProcesses.freeAddress;
import static io.millrace.net.cli.MemberProcesses.kill;
import static io.millrace.net.cli.MemberProcesses.numbered;
import static io.millrace.net.cli.MemberProcesses.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalFencedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.leaks.ExpectedLog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands of replication, with real processes that are killed. */
@Tag("process")
class ReplicateCommandTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);

    @TempDir
    Path scratch;

    private MemberProcesses processes;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs a command in this process. */
    private int run(Object command, String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = command instanceof CommandLine made ? made : new CommandLine(command);
        return line.setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(out, true))
                .execute(args);
    }

    @BeforeEach
    void begin() {
        processes = new MemberProcesses(scratch);
    }

    @AfterEach
    void stop() {
        processes.close();
    }

    @Test
    @ExpectedLog("a background thread of the journal failed")
    void membersThatAreKilledContinueAndACopyIsPromoted() throws Exception {
        Path from = scratch.resolve("source");
        Path to = scratch.resolve("copy");
        String sourceAt = freeAddress();
        String copyAt = freeAddress();
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            Process source = processes.start(from.toString(), "--listen", sourceAt, "--copies", "1");
            Process copy = processes.start("--from", sourceAt, to.toString(), "--listen", copyAt);
            for (int i = 0; i < 300; i++) {
                append(appender, "m" + i);
                if (i == 99) {
                    awaitAcknowledged(100, from, to);
                    kill(copy);
                } else if (i == 149) {
                    assertEquals(100, texts(from).size(), "nothing is acknowledged without the copy");
                    processes.start(to.toString(), "--listen", copyAt);
                    awaitAcknowledged(150, from, to);
                } else if (i == 199) {
                    kill(source);
                } else if (i == 249) {
                    processes.start(from.toString(), "--listen", sourceAt);
                }
            }
            awaitAcknowledged(300, from, to);
            assertEquals(numbered(300), texts(to));
            Await.until(
                    "the copy has no lag",
                    () -> run(new ReplicasCommand(), from.toString()) == 0
                            && out.toString().contains("lagMessages=0"),
                    () -> "out=" + out);
            assertTrue(out.toString().startsWith("state: source\nepoch: 0.0\n"), out.toString());
            String expected = "copy: " + copyAt + " number=1 address=" + copyAt + " connected";
            assertTrue(out.toString().contains(expected), out.toString());

            assertEquals(0, run(new PromoteCommand(), to.toString()), err.toString());
            assertTrue(out.toString().startsWith("PROMOTED the member is the source epoch=1.1"), out.toString());
            assertEquals(1, run(new PromoteCommand(), to.toString()));
            assertTrue(err.toString().contains("is the source already"), err.toString());
            JournalFencedException fenced = assertThrows(JournalFencedException.class, () -> {
                while (true) {
                    append(appender, "too late");
                }
            });
            assertTrue(fenced.getMessage().contains("another member appends now"), fenced.getMessage());
            assertTrue(fenced.getMessage().endsWith("epoch=1.1"), fenced.getMessage());
        }
        try (Journal journal = Journal.open(to, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "after");
            awaitAcknowledged(301, to);
        }
        assertTrue(JournalVerifier.verify(to).isSound());
    }

    /** Appends, and returns why that was refused, or an empty text. */
    private static String refusal(Appender appender) {
        try {
            append(appender, "tried");
            return "";
        } catch (JournalException e) {
            return e.getMessage();
        }
    }

    private static void awaitRefusal(Appender appender, String beginning) {
        Await.until(
                beginning.isEmpty() ? "appends are accepted" : "appends are refused: " + beginning,
                () -> {
                    String refusal = refusal(appender);
                    return beginning.isEmpty() ? refusal.isEmpty() : refusal.startsWith(beginning);
                },
                () -> "refusal=" + refusal(appender));
    }

    @Test
    void appendsOfAnotherProcessAreRefusedWhileCopiesAreMissing() throws Exception {
        Path from = scratch.resolve("source");
        Path to = scratch.resolve("copy");
        String sourceAt = freeAddress();
        String copyAt = freeAddress();
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "before");
            Process source =
                    processes.start(from.toString(), "--listen", sourceAt, "--copies", "1", "--refuse-when-missing");
            awaitRefusal(appender, "too few copies are connected");
            Process copy = processes.start("--from", sourceAt, to.toString(), "--listen", copyAt);
            awaitRefusal(appender, "");
            kill(copy);
            awaitRefusal(appender, "too few copies are connected");
            processes.start(to.toString(), "--listen", copyAt);
            awaitRefusal(appender, "");
            kill(source);
            awaitRefusal(appender, "no process replicates this journal");
            processes.start(from.toString(), "--listen", sourceAt);
            awaitRefusal(appender, "");
        }
        assertEquals(
                2,
                run(
                        new ReplicateCommand(),
                        from.toString(),
                        "--listen",
                        "0",
                        "--refuse-when-missing",
                        "--degrade-after=1"));
    }

    @Test
    void noChangeWaitsForAMemberWhoseDiskIsLost() throws Exception {
        Path from = scratch.resolve("source");
        Path lost = scratch.resolve("lost");
        Path next = scratch.resolve("next");
        String sourceAt = freeAddress();
        String lostAt = freeAddress();
        String nextAt = freeAddress();
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "m0");
            processes.start(from.toString(), "--listen", sourceAt, "--copies", "1");
            Process copy = processes.start("--from", sourceAt, lost.toString(), "--listen", lostAt, "--name", "west");
            awaitAcknowledged(1, from, lost);
            assertEquals(1, run(ReplicaCommand.line(), "lost", from.toString(), "west"));
            assertTrue(err.toString().startsWith("a connected member is not lost"), err.toString());
            assertEquals(1, run(ReplicaCommand.line(), "lost", lost.toString(), "west"));
            assertTrue(err.toString().startsWith("only a source is told"), err.toString());
            assertEquals(1, run(ReplicaCommand.line(), "lost", from.toString(), "east"));
            assertTrue(err.toString().startsWith("no other member has this name name=east"), err.toString());
            kill(copy);
            processes.start("--from", sourceAt, next.toString(), "--listen", nextAt, "--name", "south");
            append(appender, "m1");
            Await.until(
                    "the new copy is listed, and another one is missing",
                    () -> run(new ReplicasCommand(), from.toString()) == 1
                            && out.toString().contains("copy: south number=2"),
                    () -> "out=" + out);
            assertTrue(out.toString().contains("\ntrouble: a copy is missing name=west\n"), out.toString());
            assertEquals(1, texts(from).size(), "the change waits for the lost member");
            assertEquals(0, run(ReplicaCommand.line(), "lost", from.toString(), "west"), err.toString());
            awaitAcknowledged(2, from, next);
        }
        assertEquals(2, run(ReplicaCommand.line(), "lost", from.toString()));
    }

    @Test
    void theJournalOfASourceIsDetachedFromItsCopies() throws Exception {
        Path from = scratch.resolve("source");
        Path to = scratch.resolve("copy");
        String sourceAt = freeAddress();
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            Process source = processes.start(from.toString(), "--listen", sourceAt, "--copies", "1");
            Process copy = processes.start("--from", sourceAt, to.toString());
            for (int i = 0; i < 100; i++) {
                append(appender, "m" + i);
            }
            awaitAcknowledged(100, from, to);
            kill(copy);
            kill(source);
            append(appender, "m100");
            assertEquals(100, texts(from).size(), "nothing is acknowledged without the copy");
            assertNotEquals(0, run(ReplicaCommand.line(), "detach", from.toString()), "the journal is open");
        }
        assertEquals(1, run(ReplicaCommand.line(), "detach", to.toString()));
        assertTrue(err.toString().startsWith("millrace: only the journal of a source that was never"), err.toString());
        assertEquals(0, run(ReplicaCommand.line(), "detach", from.toString()), err.toString());
        assertEquals(
                "the journal has no copies any more directory=" + from,
                out.toString().strip());
        assertEquals(numbered(101), texts(from));
        assertEquals(0, run(ReplicaCommand.line(), "detach", from.toString()), "it may be repeated");
        Path next = Files.move(from, scratch.resolve("next"));
        processes.start(next.toString(), "--listen", sourceAt, "--copies", "1"); // a source again
        assertEquals(1, run(ReplicaCommand.line(), "detach", next.toString() + "-none"));
        assertEquals(2, run(ReplicaCommand.line(), "detach"));
    }

    @Test
    void whatCannotBeDoneHasAnExitCode() throws Exception {
        Path none = scratch.resolve("none");
        assertEquals(2, run(new ReplicateCommand(), none.toString(), "--listen", "0"));
        assertTrue(err.toString().startsWith("there is no journal; give --from for a copy"), err.toString());
        Path directory = scratch.resolve("journal");
        Journal.open(directory, OPTIONS).close();
        assertEquals(2, run(new ReplicateCommand(), directory.toString()));
        assertTrue(err.toString().startsWith("a source needs --listen"), err.toString());
        assertEquals(2, run(new ReplicateCommand(), directory.toString(), "--listen", "x:y"));
        assertEquals(2, run(new ReplicateCommand(), directory.toString(), "--listen", "0", "--copies", "-1"));
        assertEquals(2, run(new ReplicateCommand(), directory.toString(), "--listen", "0", "--keep-mib", "-1"));
        assertEquals(1, run(new ReplicasCommand(), directory.toString()));
        assertEquals(1, run(new PromoteCommand(), directory.toString()));
        assertTrue(err.toString().startsWith("no process replicates this journal"), err.toString());
        processes.start(directory.toString(), "--listen", freeAddress());
        assertEquals(4, run(new ReplicateCommand(), directory.toString(), "--listen", "0"));
        assertTrue(err.toString().startsWith("another process replicates this journal"), err.toString());
        CommandLine replica = ReplicaCommand.line();
        assertEquals(1, run(replica, "reset", directory.toString()));
        assertTrue(err.toString().startsWith("only a copy can be reset"), err.toString());
        assertEquals(2, run(replica));
    }
}
