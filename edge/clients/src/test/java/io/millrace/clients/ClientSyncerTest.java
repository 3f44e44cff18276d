package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class ClientSyncerTest {

    private final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore synced = new Semaphore(0);

    private record Disk(CountDownLatch isForcing, CountDownLatch isDone, boolean isForced)
            implements ClientSyncer.Forced {

        @Override
        public void sync() {
            isForcing.countDown();
            try {
                isDone.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void aForceThatTakesLongDelaysNoOneWhoWantsOne() throws Exception {
        Disk slow = new Disk(new CountDownLatch(1), new CountDownLatch(1), true);
        Disk other = new Disk(new CountDownLatch(1), new CountDownLatch(0), true);
        try (ClientSyncer syncer = new ClientSyncer(synced::release, errors::add)) {
            syncer.wanted(slow);
            slow.isForcing().await();
            syncer.wanted(slow); // returns while the disk is busy
            syncer.wanted(other);
            other.isForcing().await();
            synced.acquire();
            assertEquals(0, synced.availablePermits());
            slow.isDone().countDown();
            synced.acquire(2);
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void whatNeedsNoForceIsNotForced() throws Exception {
        Disk mapped = new Disk(new CountDownLatch(1), new CountDownLatch(0), false);
        Disk forced = new Disk(new CountDownLatch(1), new CountDownLatch(0), true);
        try (ClientSyncer syncer = new ClientSyncer(synced::release, errors::add)) {
            syncer.wanted(mapped);
            syncer.wanted(forced);
            synced.acquire();
            assertFalse(mapped.isForcing().getCount() == 0);
        }
    }
}
