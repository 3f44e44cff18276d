package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipLockTest {

    private static final long MODE_BYTE = 0;

    @TempDir
    Path dir;

    @Test
    void aSharedOwnerBesideALivingWriterNeedNotRecover() {
        try (OwnershipLock first = OwnershipLock.acquire(dir, Ownership.SHARED)) {
            assertTrue(first.isExclusive());
            first.share();
            try (OwnershipLock second = OwnershipLock.acquire(dir, Ownership.SHARED)) {
                assertFalse(second.isExclusive());
                assertEquals(0, first.slot());
                assertEquals(1, second.slot());
            }
        }
    }

    /** The byte is shared, but the process that was to recover the journal has died. */
    @Test
    void anOwnerThatFindsNoLivingWriterRecovers() throws InterruptedException {
        LockFile leftOver = LockFiles.PROCESS.open(dir);
        assertTrue(leftOver.tryShared(MODE_BYTE));
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Boolean> recovers = new CompletableFuture<>();
        Thread opener = Thread.ofPlatform().start(() -> {
            started.countDown();
            try (OwnershipLock lock = OwnershipLock.acquire(dir, Ownership.SHARED)) {
                recovers.complete(lock.isExclusive());
            } catch (RuntimeException e) {
                recovers.completeExceptionally(e);
            }
        });
        started.await();
        Thread.sleep(20); // long enough to be wrong where it goes wrong, and right however long it takes
        leftOver.release(MODE_BYTE);
        assertTrue(recovers.join());
        opener.join();
        LockFiles.PROCESS.close(leftOver);
    }
}
