package io.millrace.net.cli;

import static io.millrace.net.cli.MemberProcesses.append;
import static io.millrace.net.cli.MemberProcesses.appendNumbered;
import static io.millrace.net.cli.MemberProcesses.awaitAcknowledged;
import static io.millrace.net.cli.MemberProcesses.numbered;
import static io.millrace.net.cli.MemberProcesses.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.SelfSignedCertificate;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A source and two copies on hosts of their own, whose cables become bad and are cut. */
@Tag("process")
@Tag("proof")
class ThreeHostsTest {

    /** Random numbers of rounds in which a copy is silent. */
    private static final long FIRST_SEED = Long.getLong("millrace.hosts.seed", 1);

    private static final int ROUNDS = Integer.getInteger("millrace.hosts.rounds", 1);

    /** More than the buffers of a connection take: the thread that writes to a silent peer blocks. */
    private static final int MANY = 300;

    private static final String PADDING = "x".repeat(40_000);

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);

    @TempDir
    Path scratch;

    private static ThreeHosts hosts() throws InterruptedException {
        try {
            return ThreeHosts.make();
        } catch (IOException e) {
            return abort("three hosts cannot be made: " + e.getMessage());
        }
    }

    private static String at(int host) {
        return ThreeHosts.address(host) + ":7100";
    }

    private Path directory(int host) {
        return scratch.resolve("host-" + host);
    }

    private Process copy(MemberProcesses processes, ThreeHosts hosts, int host) throws IOException {
        return processes.start(
                hosts.on(host), "--from", at(1), directory(host).toString(), "--listen", at(host), "--plain");
    }

    private static String run(Object command, Path directory) {
        StringWriter out = new StringWriter();
        CommandLine line =
                new CommandLine(command).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
        int code = line.execute(directory.toString());
        return code + " " + out;
    }

    @Test
    void copiesFollowOverBadCablesAndOneIsPromotedWhereTheSourceIsCutOff() throws Exception {
        try (ThreeHosts hosts = hosts();
                MemberProcesses processes = new MemberProcesses(scratch)) {
            try (Journal journal = Journal.open(directory(1), OPTIONS);
                    Appender appender = journal.appender()) {
                Process source = processes.start(
                        hosts.on(1), directory(1).toString(), "--listen", at(1), "--copies", "1", "--plain");
                copy(processes, hosts, 2);
                copy(processes, hosts, 3);
                appendNumbered(appender, 0, 100);
                awaitAcknowledged(100, directory(1), directory(2), directory(3));

                String how = hosts.spoil(1);
                appendNumbered(appender, 100, 3_000);
                awaitAcknowledged(3_000, directory(1), directory(2), directory(3));
                if (!how.isEmpty()) {
                    hosts.mend(1);
                }

                hosts.cut(1, 2);
                appendNumbered(appender, 3_000, 3_100);
                awaitAcknowledged(3_100, directory(1), directory(3));
                assertEquals(3_000, texts(directory(2)).size(), "host 2 is cut off");
                hosts.cut(1, 3);
                processes.awaitPrinted(source, "LINK_CLOSED");
                append(appender, "never acknowledged");
            }
            assertEquals(numbered(3_100), texts(directory(1)));
            String promoted = run(new PromoteCommand(), directory(2));
            assertTrue(promoted.startsWith("0 PROMOTED the member is the source epoch=1."), promoted);
            awaitAcknowledged(3_100, directory(2)); // host 3 alone held the last hundred
            List<String> expected = new ArrayList<>(numbered(3_100));
            expected.add("after");
            try (Journal journal = Journal.open(directory(2), OPTIONS);
                    Appender appender = journal.appender()) {
                append(appender, "after");
                awaitAcknowledged(3_101, directory(2), directory(3));
            }
            assertEquals(numbered(3_100), texts(directory(1)), "the former source acknowledges nothing more");

            hosts.connect(1, 2);
            hosts.connect(1, 3);
            Await.until(
                    "the former source has stopped",
                    () -> run(new ReplicasCommand(), directory(1))
                            .contains("state: stopped: the copy has what the source"));
            CommandLine replica = new CommandLine(new ReplicaCommand()).addSubcommand(new ReplicaCommand.Reset());
            assertEquals(0, replica.execute("reset", directory(1).toString()));
            awaitAcknowledged(3_101, directory(1));
            for (int host = 1; host <= 3; host++) {
                assertEquals(expected, texts(directory(host)));
                assertTrue(JournalVerifier.verify(directory(host)).isSound());
            }
        }
    }

    @Test
    void overTlsASilentCopyStopsNeitherTheOtherOneNorItsPromotion() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
            Path place = Files.createDirectories(scratch.resolve("seed-" + seed));
            try (ThreeHosts hosts = hosts();
                    MemberProcesses processes = new MemberProcesses(place)) {
                String reason = hosts.cannotDrop();
                assumeTrue(reason.isEmpty(), () -> "packets cannot be dropped here: " + reason);
                String level = seed % 2 == 0 ? "MAPPED" : "SYNCED";
                silentCopy(hosts, processes, place, level, new SplittableRandom(seed));
            } catch (AssertionError | IllegalStateException e) {
                throw new AssertionError("failed seed=" + seed, e);
            }
        }
    }

    /** Drops packets between the source and one of its copies while much is appended, and promotes the other one. */
    private static void silentCopy(
            ThreeHosts hosts, MemberProcesses processes, Path place, String level, SplittableRandom random)
            throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create(
                place,
                "hosts",
                List.of(1, 2, 3).stream().map(ThreeHosts::address).toList());
        List<String> tls = certificate.options(certificate);
        Path source = place.resolve("host-1");
        int silent = 2 + random.nextInt(2);
        int healthy = 5 - silent;
        Path other = place.resolve("host-" + healthy);
        Path quiet = place.resolve("host-" + silent);
        List<String> expected = new ArrayList<>();
        try (Journal journal = Journal.open(source, OPTIONS);
                Appender appender = journal.appender()) {
            processes.start(
                    hosts.on(1), with(tls, source.toString(), "--listen", at(1), "--copies", "1", "--level", level));
            for (int host = 2; host <= 3; host++) {
                String directory = place.resolve("host-" + host).toString();
                processes.start(hosts.on(host), with(tls, "--from", at(1), directory, "--listen", at(host)));
            }
            append(appender, "first");
            expected.add("first");
            awaitAcknowledged(1, source, other, quiet);

            int directions = 1 + random.nextInt(3);
            if ((directions & 1) != 0) {
                hosts.drop(1, silent);
            }
            if ((directions & 2) != 0) {
                hosts.drop(silent, 1);
            }
            for (int i = 0; i < MANY; i++) {
                append(appender, i + PADDING);
                expected.add(i + PADDING);
            }
            awaitAcknowledged(expected.size(), source, other);
        }
        String promoted = run(new PromoteCommand(), other);
        assertTrue(promoted.startsWith("0 PROMOTED the member is the source epoch=1."), promoted);
        Await.until(
                "the former source is fenced, while the packets are still dropped",
                () -> !run(new ReplicasCommand(), source).contains("state: source"));
        hosts.pass(1);
        hosts.pass(silent);
        try (Journal journal = Journal.open(other, OPTIONS);
                Appender appender = journal.appender()) {
            append(appender, "last");
            expected.add("last");
            awaitAcknowledged(expected.size(), source, other, quiet);
        }
        for (Path directory : List.of(source, other, quiet)) {
            assertEquals(expected, texts(directory));
        }
    }

    private static String[] with(List<String> options, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(options);
        return all.toArray(String[]::new);
    }
}
