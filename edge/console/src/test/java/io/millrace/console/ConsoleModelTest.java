package io.millrace.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConsoleModelTest {

    /** A run whose state cannot be read, each time for another reason. */
    private static Subject broken(CountDownLatch readings) {
        InvocationHandler observe = (_, method, _) -> {
            readings.countDown();
            throw new NoClassDefFoundError(method.getName() + " " + readings.getCount());
        };
        return (Subject) Proxy.newProxyInstance(
                ConsoleModelTest.class.getClassLoader(), new Class<?>[] {Subject.class}, observe);
    }

    @Test
    void anErrorOfARunEndsNoReadingAfterIt() throws InterruptedException {
        ErrorLog errors = new ErrorLog();
        CountDownLatch readings = new CountDownLatch(2);
        try (ConsoleModel model = new ConsoleModel(broken(readings), errors, _ -> {})) {
            model.start();
            assertTrue(readings.await(60, TimeUnit.SECONDS), "the thread reads again");
        }
        String start = "the state cannot be read: java.lang.NoClassDefFoundError: observe ";
        assertEquals(
                List.of(start + 1, start + 0),
                errors.list().stream().map(ErrorLog.Entry::text).limit(2).toList());
    }
}
