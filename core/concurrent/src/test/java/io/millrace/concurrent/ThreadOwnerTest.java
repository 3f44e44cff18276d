package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadOwnerTest {

    private final AtomicInteger releases = new AtomicInteger();
    private final ThreadOwner owner = new ThreadOwner("Thing", "place", OwnerCheck.ON, releases::incrementAndGet);

    private static Thread.Builder threads(boolean virtual) {
        return virtual ? Thread.ofVirtual().name("v") : Thread.ofPlatform().name("p");
    }

    /** A thread that has used an object and lives until it is told to end. */
    private static final class User {
        private final CountDownLatch used = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final Thread thread;

        User(boolean virtual, Runnable use, Runnable last) {
            thread = threads(virtual).start(() -> {
                use.run();
                used.countDown();
                await(mayEnd);
                last.run();
            });
            await(used);
        }

        void end() {
            mayEnd.countDown();
            join(thread);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFirstThreadThatUsesItIsTheOwnerAndASecondOneIsRefusedByName(boolean virtual) {
        User user = new User(virtual, owner::check, owner::check);
        String text = user.thread.toString();
        for (int i = 0; i < 3; i++) {
            WrongThreadException refused = assertThrows(WrongThreadException.class, owner::check);
            assertTrue(refused.getMessage().contains("object=Thing of=place owner="), refused::getMessage);
            assertTrue(refused.getMessage().contains(text.substring(0, text.indexOf(']'))), refused::getMessage);
            assertTrue(refused.getMessage().contains("caller=" + Thread.currentThread()), refused::getMessage);
        }
        assertThrows(WrongThreadException.class, owner::checkPreparation);
        assertThrows(WrongThreadException.class, owner::handOver);
        user.end();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOwnerThatHasEndedHasHandedOver(boolean virtual) {
        join(threads(virtual).start(owner::check));
        owner.check();
        owner.check();
    }

    @Test
    void preparationMakesNoOwner() throws Exception {
        owner.checkPreparation();
        assertNull(refusedElsewhere(owner::check));
        owner.checkPreparation();
        owner.check();
        owner.checkPreparation();
    }

    @Test
    void handingOverMakesRoomForTheNextAndMayBeDoneWithoutAnOwner() {
        owner.handOver();
        owner.check();
        owner.handOver();
        User next = new User(false, owner::check, owner::handOver);
        assertThrows(WrongThreadException.class, owner::check);
        next.end();
        owner.check();
    }

    /** The counter is a plain field: without an order between owners counts would be lost. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAnOwnerDidHappensBeforeWhatTheNextOneDoes(boolean virtual) {
        int each = 2_000;
        int[] count = new int[1];
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            running.add(threads(virtual).start(() -> {
                for (int i = 0; i < each; ) {
                    try {
                        owner.check();
                    } catch (WrongThreadException e) {
                        Thread.onSpinWait();
                        continue;
                    }
                    count[0]++;
                    i++;
                    owner.handOver();
                }
            }));
        }
        running.forEach(ThreadOwnerTest::join);
        owner.check();
        assertEquals(4 * each, count[0]);
    }

    /** Like the threads of a closed pool, of which the last may live for a moment longer. */
    @Test
    void anOwnerThatIsAboutToEndIsWaitedForOnce() {
        User user = new User(false, owner::check, () -> {});
        Thread main = Thread.currentThread();
        Thread ending = Thread.ofPlatform().start(() -> {
            Await.until(
                    "the main thread waits",
                    () -> main.getState() == Thread.State.TIMED_WAITING || main.getState() == Thread.State.WAITING);
            user.mayEnd.countDown();
        });
        owner.check();
        join(ending);
        join(user.thread);
    }

    @Test
    void anInterruptIsKeptAndEndsTheWait() {
        User user = new User(false, owner::check, () -> {});
        Thread.currentThread().interrupt();
        assertThrows(WrongThreadException.class, owner::check);
        assertTrue(Thread.interrupted());
        user.end();
    }

    @Test
    void withoutTheCheckNoThreadIsRefused() {
        ThreadOwner unchecked = new ThreadOwner("Thing", "place", OwnerCheck.OFF, releases::incrementAndGet);
        User user = new User(false, unchecked::check, unchecked::check);
        unchecked.check();
        unchecked.handOver();
        unchecked.close();
        assertEquals(1, releases.get());
        user.end();
        assertEquals(1, releases.get());
    }

    @Test
    void theOwnerOrAnyThreadWithoutAnOwnerClosesAtOnce() {
        owner.check();
        assertFalse(owner.isClosed());
        owner.close();
        owner.close();
        assertTrue(owner.isClosed());
        assertEquals(1, releases.get());
        owner.check(); // a closed object reports that itself
        owner.checkPreparation();
        owner.handOver();

        ThreadOwner unused = new ThreadOwner("Thing", "place", OwnerCheck.ON, releases::incrementAndGet);
        unused.close();
        assertEquals(2, releases.get());
    }

    @Test
    void whileTheOwnerLivesItsNextCallCloses() {
        int[] before = new int[1];
        User user = new User(false, owner::check, () -> {
            before[0] = releases.get();
            owner.check();
        });
        owner.close();
        assertTrue(owner.isClosed());
        assertEquals(0, releases.get(), "the owner may be in the middle of a call");
        assertThrows(WrongThreadException.class, owner::check);
        user.end();
        assertEquals(0, before[0]);
        assertEquals(1, releases.get());
        owner.close();
        assertEquals(1, releases.get());
    }

    @Test
    void handingOverCompletesAPendingClose() {
        User user = new User(false, owner::check, owner::handOver);
        owner.close();
        user.end();
        assertEquals(1, releases.get());
    }

    @Test
    void afterTheOwnersEndClosingAgainCloses() {
        User user = new User(false, owner::check, () -> {});
        owner.close();
        user.end();
        assertEquals(0, releases.get());
        owner.close();
        assertEquals(1, releases.get());
    }

    @Test
    void duringTheReleaseOthersAreRefused() throws Exception {
        CountDownLatch releasing = new CountDownLatch(1);
        CountDownLatch mayGo = new CountDownLatch(1);
        ThreadOwner slow = new ThreadOwner("Thing", "place", OwnerCheck.ON, () -> {
            releasing.countDown();
            await(mayGo);
        });
        Thread closing = Thread.ofPlatform().start(slow::close);
        await(releasing);
        assertThrows(WrongThreadException.class, slow::check);
        slow.close();
        mayGo.countDown();
        join(closing);
        slow.check();
    }

    private static WrongThreadException refusedElsewhere(Runnable call) throws Exception {
        FutureTask<WrongThreadException> task = new FutureTask<>(() -> {
            try {
                call.run();
                return null;
            } catch (WrongThreadException e) {
                return e;
            }
        });
        Thread.ofPlatform().start(task);
        return task.get();
    }
}
