package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes append to one journal while others read it; writers are killed and stopped for real. */
@Tag("process")
class SharedProcessesTest {

    private static final JournalOptions OPTIONS = WriterProcess.options(Ownership.SHARED);

    @TempDir
    Path scratch;

    private Path dir;

    @BeforeEach
    void createJournal() {
        dir = scratch.resolve("journal");
        Journal.open(dir, OPTIONS).close();
    }

    @Test
    void threeTailersSeeEveryMessageOnceInOneOrderWhileOneWriterIsKilledAndOneIsStopped() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int count = 30_000;
        WriterProcess.Plan planA = WriterProcess.Plan.of(dir, OPTIONS, "a", 1_000_000);
        WriterProcess.Plan planB = WriterProcess.Plan.of(dir, OPTIONS, "b", count);
        try (TailerProcess first = TailerProcess.start(scratch, dir, "1");
                TailerProcess second = TailerProcess.start(scratch, dir, "2");
                BackgroundTailer third = BackgroundTailer.start(dir);
                WriterProcess a = WriterProcess.start(scratch, planA);
                WriterProcess b = WriterProcess.start(scratch, planB)) {
            b.awaitPublished(random.nextInt(count / 2));
            b.signal("STOP");
            a.awaitPublished(a.published() + 1 + random.nextInt(20_000));
            a.kill();
            long publishedByA = a.published();
            b.signal("CONT");
            assertEquals(0, b.awaitEnd(), "seed=" + seed);
            try (Journal journal = Journal.open(dir, OPTIONS);
                    Appender appender = journal.appender()) {
                Messages.append(appender, TailerProcess.LAST);
            }
            List<String> all = third.awaitLast();
            assertEquals(all, first.awaitLast(), "seed=" + seed);
            assertEquals(all, second.awaitLast(), "seed=" + seed);
            List<String> fromB =
                    all.stream().filter(text -> text.startsWith("b:")).toList();
            assertEquals(Messages.numbered("b:", fromB.size()), fromB, "seed=" + seed);
            assertTrue(fromB.size() >= count && fromB.size() < count + 3, "fromB=" + fromB.size());
            List<String> fromA =
                    all.stream().filter(text -> text.startsWith("a:")).toList();
            assertEquals(Messages.numbered("a:", fromA.size()), fromA, "seed=" + seed);
            assertTrue(fromA.size() >= publishedByA && fromA.size() <= publishedByA + 3, "seed=" + seed);
            assertEquals(all.size(), fromA.size() + fromB.size() + 1, "seed=" + seed);
        }
    }

    @Test
    void aWriterThatDiesHoldingAClaimDelaysReadersOnlyShortly() throws Exception {
        for (FailPoint step : List.of(FailPoint.CLAIMED, FailPoint.CLAIM_COPIED)) {
            WriterProcess.Plan plan =
                    WriterProcess.Plan.of(dir, OPTIONS, "dead-" + step, 1000).signalling(step, 10, "KILL");
            try (Journal journal = Journal.open(dir, OPTIONS.withFenceAfter(Duration.ofDays(1)));
                    Appender appender = journal.appender();
                    Tailer tailer = journal.tailer();
                    WriterProcess writer = WriterProcess.start(scratch, plan)) {
                tailer.toEnd();
                assertEquals(137, writer.awaitEnd());
                Messages.append(appender, "alive");
                List<String> read = BackgroundTailer.awaitText(tailer, "alive");
                assertEquals("alive", read.getLast());
                int published = (int) writer.published();
                assertEquals(Messages.numbered("dead-" + step + ":", published), read.subList(0, published));
                assertEquals(published + 1, read.size());
            }
        }
    }

    @Test
    void aWriterThatStoppedHoldingAClaimIsPassedAndOverwritesNothingWhenItWakesUp() throws Exception {
        WriterProcess.Plan plan =
                WriterProcess.Plan.of(dir, OPTIONS, "s", 100).signalling(FailPoint.CLAIM_COPIED, 20, "STOP");
        AtomicLong start = new AtomicLong(System.nanoTime());
        List<String> before = new ArrayList<>();
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer();
                WriterProcess writer = WriterProcess.start(scratch, plan)) {
            Await.until("the writer has stopped itself", () -> {
                if (writer.isStopped()) {
                    return true;
                }
                assertTrue(writer.isAlive());
                long nowNs = System.nanoTime();
                before.addAll(Messages.readAll(tailer));
                start.set(before.isEmpty() ? nowNs : start.get()); // the claim is younger than the first message
                return false;
            });
            before.addAll(Messages.readAll(tailer));
            Messages.append(appender, "x");
            List<String> after = BackgroundTailer.awaitText(tailer, "x");
            long waitedNs = System.nanoTime() - start.get();
            assertTrue(
                    waitedNs >= WriterProcess.FENCE_AFTER.toNanos(),
                    "the claim of a living writer is respected for a while waitedNs=" + waitedNs);
            assertEquals(List.of("x"), after);
            for (int i = 0; i < 5000; i++) { // into later segments
                Messages.append(appender, "y");
            }
            assertFalse(before.contains("s:100"));
            writer.signal("CONT");
            assertEquals(0, writer.awaitEnd());
            List<String> all = Messages.readAll(journal);
            List<String> live = new ArrayList<>(before);
            live.addAll(after);
            live.addAll(Messages.readAll(tailer));
            assertEquals(all, live, "who read on all the time has seen the same as who reads now");
            List<String> fromWriter =
                    all.stream().filter(text -> text.startsWith("s:")).toList();
            assertEquals(Messages.numbered("s:", fromWriter.size()), fromWriter, "every message once, in order");
            assertTrue(fromWriter.size() >= 100, "found=" + fromWriter.size());
            assertEquals(5000, all.stream().filter("y"::equals).count());
        }
    }

    @Test
    void framesAfterTheClaimOfAStoppedWriterAreSyncedOnceItIsFenced() throws Exception {
        WriterProcess.Plan plan =
                WriterProcess.Plan.of(dir, OPTIONS, "s", 100).signalling(FailPoint.CLAIMED, 20, "STOP");
        try (Journal journal = Journal.open(dir, OPTIONS.withDurability(Durability.SYNCED));
                Appender appender = journal.appender();
                WriterProcess writer = WriterProcess.start(scratch, plan)) {
            Await.until("the writer has stopped itself", () -> {
                assertTrue(writer.isAlive());
                return writer.isStopped();
            });
            long index = Messages.append(appender, "behind");
            appender.awaitSynced(index);
            assertEquals("behind", Messages.readAll(journal).getLast());
        }
    }

    @Test
    void claimsThatDeadWritersLeftArePaddingAfterReopening() throws Exception {
        WriterProcess.Plan plan =
                WriterProcess.Plan.of(dir, OPTIONS, "d", 1000).signalling(FailPoint.CLAIM_COPIED, 100, "KILL");
        try (WriterProcess writer = WriterProcess.start(scratch, plan)) {
            assertEquals(137, writer.awaitEnd());
            try (Journal journal = Journal.open(dir, WriterProcess.options(Ownership.SINGLE));
                    Appender appender = journal.appender()) {
                Messages.append(appender, "after");
                List<String> all = Messages.readAll(journal);
                assertEquals("after", all.getLast());
                assertEquals(writer.published() + 1, all.size());
            }
        }
    }
}
