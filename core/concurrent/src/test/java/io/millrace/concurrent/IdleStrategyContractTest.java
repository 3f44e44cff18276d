package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every idle strategy guarantees. */
class IdleStrategyContractTest {

    static Stream<String> names() {
        return IdleStrategies.names().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyReturnIsAnotherLookForWork(String name) throws InterruptedException {
        IdleStrategy strategy = IdleStrategies.named(name);
        AtomicInteger flag = new AtomicInteger();
        Thread waiter = Thread.ofPlatform().start(() -> {
            while (flag.get() == 0) {
                strategy.idle(0);
            }
            flag.set(2);
        });
        Thread.sleep(5);
        flag.set(1);
        waiter.join(60_000);
        assertEquals(2, flag.get());
    }

    @ParameterizedTest
    @MethodSource("names")
    void anInterruptIsKept(String name) {
        IdleStrategy strategy = IdleStrategies.named(name);
        Thread.currentThread().interrupt();
        for (int i = 0; i < 1000; i++) {
            strategy.idle();
        }
        assertTrue(Thread.interrupted());
    }

    @ParameterizedTest
    @MethodSource("names")
    void workResetsIt(String name) {
        IdleStrategy strategy = IdleStrategies.named(name);
        for (int i = 0; i < 1000; i++) {
            strategy.idle(1);
        }
        strategy.reset();
        strategy.idle(0);
    }
}
