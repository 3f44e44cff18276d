package io.millrace.net.cli;

import static io.millrace.net.cli.MemberProcesses.append;
import static io.millrace.net.cli.MemberProcesses.appendNumbered;
import static io.millrace.net.cli.MemberProcesses.awaitAcknowledged;
import static io.millrace.net.cli.MemberProcesses.freeAddress;
import static io.millrace.net.cli.MemberProcesses.kill;
import static io.millrace.net.cli.MemberProcesses.numbered;
import static io.millrace.net.cli.MemberProcesses.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.Await;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Members in trouble say so, and do nothing without an order: orders, backups and disks. */
@Tag("process")
class TroubledMembersTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);

    private static final long ORDERS_BYTES = 64 << 10;

    @TempDir
    Path scratch;

    private MemberProcesses processes;
    private Path from;
    private Path to;
    private String sourceAt;
    private String copyAt;
    private final StringWriter out = new StringWriter();

    @BeforeEach
    void begin() throws IOException {
        processes = new MemberProcesses(scratch);
        from = scratch.resolve("source");
        to = scratch.resolve("copy");
        sourceAt = freeAddress();
        copyAt = freeAddress();
    }

    @AfterEach
    void stop() {
        processes.close();
    }

    /** Runs a command in this process; what it prints is in {@code out}. */
    private int run(Object command, String... args) {
        out.getBuffer().setLength(0);
        CommandLine line = command instanceof CommandLine made ? made : new CommandLine(command);
        return line.setErr(new PrintWriter(out, true))
                .setOut(new PrintWriter(out, true))
                .execute(args);
    }

    private static int system(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private Process source() throws IOException {
        return processes.start(from.toString(), "--listen", sourceAt, "--copies", "1");
    }

    private Process newCopy() throws IOException {
        return processes.start("--from", sourceAt, to.toString(), "--listen", copyAt);
    }

    private Process copyAgain() throws IOException {
        return processes.start(to.toString(), "--listen", copyAt);
    }

    private void appendAtSource(int first, int until) {
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            appendNumbered(appender, first, until);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Copies a directory as a backup does. */
    private static void copy(Path directory, Path target) throws IOException {
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private void awaitState(Path directory, String beginning) {
        AtomicInteger last = new AtomicInteger();
        Await.until(
                directory.getFileName() + " has the state " + beginning,
                () -> {
                    last.set(run(new ReplicasCommand(), directory.toString()));
                    return out.toString().startsWith("state: " + beginning);
                },
                () -> "out=" + out);
        int code = last.get();
        assertEquals(out.toString().contains("\ntrouble: ") ? 1 : 0, code, out.toString());
        if (beginning.startsWith("stopped") || beginning.startsWith("failed")) {
            assertEquals(1, code, out.toString());
        }
    }

    @Test
    void anOrderDiesWithItsCommand() throws Exception {
        appendAtSource(0, 10);
        Process source = source();
        Process copy = newCopy();
        awaitAcknowledged(10, from, to);
        processes.awaitPrinted(source, " members=[" + sourceAt + ", " + copyAt + "] copies=1 level=MAPPED");
        Path order = to.resolve("replication.order");
        Files.writeString(order, "7-7 promote --accept-loss"); // as a command leaves it that was killed
        processes.awaitPrinted(copy, "an order is not carried out, since its command has ended order=7-7 promote");
        assertFalse(Files.exists(order));
        awaitState(to, "streaming");
        kill(copy);
        Files.writeString(order, "8-8 promote --accept-loss");
        Process again = copyAgain();
        awaitState(to, "streaming");
        assertFalse(Files.exists(order));
        assertFalse(processes.printed(again).contains("PROMOTED"), processes.printed(again));
        awaitState(from, "source");
    }

    @Test
    void aRestoredCopyIsNotPromotedAsIfItHeldWhatItHasAcknowledged() throws Exception {
        appendAtSource(0, 10);
        Process source = source();
        Process copy = newCopy();
        awaitAcknowledged(10, from, to);
        kill(copy);
        Path backup = scratch.resolve("backup");
        copy(to, backup);
        Process again = copyAgain();
        appendAtSource(10, 1_000);
        awaitAcknowledged(1_000, from, to);
        kill(again);
        kill(source); // for good
        delete(to);
        copy(backup, to);
        Process restored = copyAgain();
        processes.awaitPrinted(restored, "NOT_WHOLE the directory was copied or restored");
        assertEquals(1, run(new PromoteCommand(), to.toString()));
        assertTrue(out.toString().contains("too few members have answered needed=1 whole=0"), out.toString());
        assertEquals(0, run(new PromoteCommand(), to.toString(), "--accept-loss"), out.toString());
        assertTrue(out.toString().contains("LOSS_ACCEPTED acknowledged messages may be lost from="), out.toString());
    }

    @Test
    void aRestoredSourceTakesBackWhatItsCopyHoldsBeforeItAppends() throws Exception {
        appendAtSource(0, 10);
        Process source = source();
        newCopy();
        awaitAcknowledged(10, from, to);
        kill(source);
        Path backup = scratch.resolve("backup");
        copy(from, backup);
        Process again = source();
        appendAtSource(10, 1_000);
        awaitAcknowledged(1_000, from, to);
        kill(again);
        delete(from);
        copy(backup, from);
        Process restored = source();
        processes.awaitPrinted(restored, "NOT_WHOLE the directory was copied or restored");
        processes.awaitPrinted(restored, "promote a member to have a source");
        assertThrows(JournalException.class, () -> appendAtSource(1_000, 1_001));
        assertEquals(0, run(new PromoteCommand(), from.toString()), out.toString());
        appendAtSource(1_000, 1_500);
        awaitAcknowledged(1_500, from, to);
        assertEquals(numbered(1_500), texts(to));
    }

    @Test
    void aMemberOnASmallDiskIsPromotedWithASegmentOfItsJournalOrAsksNobody() throws Exception {
        Path disk = mount("size=8m");
        to = disk.resolve("copy");
        try {
            appendAtSource(0, 1_000);
            Process source = source();
            newCopy();
            awaitAcknowledged(1_000, from, to);
            Path filling = disk.resolve("filling");
            long left = ORDERS_BYTES; // for the files of the order and its answer, whatever is being written now
            assertEquals(
                    0, system("fallocate", "-l", Long.toString(disk.toFile().getUsableSpace() - left), "" + filling));
            assertEquals(1, run(new PromoteCommand(), to.toString()));
            assertTrue(
                    out.toString().contains("the new epoch has no space here: no space on the disk"), out.toString());
            awaitState(from, "source");
            appendAtSource(1_000, 1_010); // no member was fenced
            awaitAcknowledged(1_010, from);
            kill(source);
            Files.delete(filling);
            assertEquals(0, run(new PromoteCommand(), to.toString()), out.toString());
            try (Journal journal = Journal.openReadOnly(to)) {
                assertEquals(1 << 20, journal.info().segments().getLast().sizeBytes());
            }
        } finally {
            processes.close();
            system("umount", disk.toString());
        }
    }

    @Test
    void aFullDiskOfTheSourceEndsNoReplication() throws Exception {
        Path disk = mount("size=4m");
        from = disk.resolve("source");
        try (Journal journal = Journal.open(from, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "m0");
            Process source = source();
            newCopy();
            awaitAcknowledged(1, from, to);
            Path filling = disk.resolve("filling");
            assertEquals(
                    0, system("fallocate", "-l", Long.toString(disk.toFile().getUsableSpace()), "" + filling));
            processes.awaitPrinted(source, "cannot use a file of the replication file=");
            append(appender, "m1");
            awaitAcknowledged(2, from, to);
            Files.delete(filling);
            processes.awaitPrinted(source, "files for commands can be written again");
            awaitState(from, "source");
        } finally {
            processes.close();
            system("umount", disk.toString());
        }
    }

    @Test
    void whatAMemberSetsAsideStaysOnItsVolume() throws Exception {
        from = mount("size=32m");
        try {
            appendAtSource(0, 100);
            Process source = source();
            Process copy = newCopy();
            awaitAcknowledged(100, from, to);
            kill(copy);
            appendAtSource(100, 101); // which the copy has not
            kill(source);
            copyAgain();
            assertEquals(0, run(new PromoteCommand(), to.toString()), out.toString());
            source();
            awaitState(from, "stopped: the copy has what the source has not");
            assertEquals(0, run(ReplicaCommand.line(), "reset", from.toString()), out.toString());
            assertTrue(Journal.exists(from.resolve("disk.cut-1")));
            awaitState(from, "streaming");
            try (Journal journal = Journal.open(to, OPTIONS);
                    Appender appender = journal.appender()) {
                append(appender, "m100");
            }
            awaitAcknowledged(101, from, to);
        } finally {
            processes.close();
            system("umount", from.toString());
        }
    }

    private Path mount(String size) throws IOException, InterruptedException {
        Path disk = Files.createDirectories(scratch.resolve("disk"));
        List<String> command = List.of("mount", "-t", "tmpfs", "-o", size, "tmpfs", disk.toString());
        assumeTrue(system(command.toArray(String[]::new)) == 0, "a small file system cannot be mounted here");
        return disk;
    }
}
