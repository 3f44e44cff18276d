package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ObjectPoolTest {
    private final ObjectPool<StringBuilder> pool =
            new ObjectPool<>(4, StringBuilder::new, text -> text.setLength(0), LeakDetection.ON);

    @Test
    void anObjectGivenBackIsResetAndTakenAgain() {
        StringBuilder first = pool.take().append("used");
        pool.give(first);
        assertSame(first, pool.take());
        assertEquals(0, first.length());
        assertEquals(1, pool.made());
    }

    @Test
    void aTakenObjectIsNotGivenToAnotherCaller() {
        assertNotSame(pool.take(), pool.take());
        assertEquals(2, pool.made());
    }

    @Test
    void noMoreObjectsAreKeptThanTheCapacity() {
        List<StringBuilder> out = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            out.add(pool.take());
        }
        out.forEach(pool::give);
        assertEquals(2, pool.dropped());
    }

    @Test
    void givingBackTwiceIsAnError() {
        StringBuilder object = pool.take();
        pool.give(object);
        assertThrows(IllegalStateException.class, () -> pool.give(object));
        assertThrows(IllegalStateException.class, () -> pool.give(new StringBuilder()));
    }

    @Test
    @ExpectedLog("object of a pool was never given back")
    void anObjectNeverGivenBackIsDetected() {
        lose();
        Await.until("the lost object is detected", () -> {
            System.gc();
            return pool.leaked() > 0;
        });
        assertEquals(1, pool.leaked());
    }

    private void lose() {
        assertEquals(0, pool.take().length());
    }

    @Test
    void noTwoThreadsEverHaveTheSameObject() throws Exception {
        Set<Object> out = ConcurrentHashMap.newKeySet();
        Callable<Void> use = () -> {
            for (int i = 0; i < 20_000; i++) {
                StringBuilder object = pool.take();
                assertTrue(out.add(object));
                assertTrue(out.remove(object));
                pool.give(object);
            }
            return null;
        };
        try (var threads = Executors.newFixedThreadPool(3)) {
            for (var future : threads.invokeAll(List.of(use, use, use))) {
                future.get();
            }
        }
        assertTrue(pool.made() <= 4, "made=" + pool.made());
    }
}
