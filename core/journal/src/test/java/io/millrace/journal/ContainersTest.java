package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers in process namespaces of their own, as containers have them: each is process 1 to itself and cannot see the
 * other. Skipped where the system grants no namespaces.
 */
@Tag("process")
class ContainersTest {

    private static final List<String> CONTAINER = List.of("unshare", "--pid", "--fork", "--kill-child");

    @TempDir
    Path scratch;

    private Path dir;

    @BeforeEach
    void requireNamespaces() throws InterruptedException {
        boolean granted;
        try {
            granted = new ProcessBuilder("unshare", "--pid", "--fork", "--kill-child", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(scratch.resolve("unshare").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            granted = false;
        }
        assumeTrue(granted, "process namespaces");
        dir = scratch.resolve("journal");
    }

    @Test
    void aDeadWriterThatWasProcessOneIsDistinguishedFromALivingOne() throws Exception {
        JournalOptions options = WriterProcess.options(Ownership.SHARED).withFenceAfter(Duration.ofDays(1));
        Journal.open(dir, options).close();
        WriterProcess.Plan dying = WriterProcess.Plan.of(dir, options, "a", 10_000_000);
        WriterProcess.Plan living = WriterProcess.Plan.of(dir, options, "b", 5_000);
        try (WriterProcess a = WriterProcess.start(scratch, dying, CONTAINER)) {
            a.awaitPublished(1_000);
            try (WriterProcess b = WriterProcess.start(scratch, living, CONTAINER)) {
                b.awaitPublished(500);
                assertEquals(1, a.ownPid());
                assertEquals(1, b.ownPid());
                a.kill();
                assertEquals(0, b.awaitEnd(), "nobody waits for the dead one, with a time to fence of a day");
            }
            long published = a.published();
            try (Journal journal = Journal.open(dir, options)) {
                List<String> all = Messages.readAll(journal);
                List<String> fromA =
                        all.stream().filter(text -> text.startsWith("a:")).toList();
                List<String> fromB =
                        all.stream().filter(text -> text.startsWith("b:")).toList();
                assertEquals(Messages.numbered("a:", fromA.size()), fromA);
                assertTrue(fromA.size() >= published, "published=" + published + " found=" + fromA.size());
                assertEquals(Messages.numbered("b:", fromB.size()), fromB);
                assertTrue(fromB.size() >= 5_000, "found=" + fromB.size());
            }
        }
        assertTrue(JournalVerifier.verify(dir).isSound(), JournalVerifier.verify(dir)::toString);
    }

    @Test
    void aSingleOwnerThatIsProcessOneElsewhereIsAnotherProcess() throws Exception {
        JournalOptions options = WriterProcess.options(Ownership.SINGLE);
        WriterProcess.Plan owner = WriterProcess.Plan.of(dir, options, "a", 10_000_000);
        WriterProcess.Plan second = WriterProcess.Plan.of(dir, options, "b", 10);
        try (WriterProcess a = WriterProcess.start(scratch, owner, CONTAINER)) {
            a.awaitPublished(100);
            try (WriterProcess b = WriterProcess.start(scratch, second, CONTAINER)) {
                assertEquals(1, b.awaitEnd(), "it fails with an exception");
            }
            assertThrows(JournalLockedException.class, () -> Journal.open(dir, options));
            a.kill();
        }
        try (Journal journal = Journal.open(dir, options)) {
            List<String> all = Messages.readAll(journal);
            assertEquals(Messages.numbered("a:", all.size()), all);
        }
    }
}
