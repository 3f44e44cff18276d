package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An error finds its way although the error handler, the log and the handler of the thread throw. */
class ErrorReportsTest {

    private final Logger logger = Logger.getLogger(ErrorReports.class.getPackageName());
    private final BrokenLog brokenLog = new BrokenLog();
    private final Error error = new NoClassDefFoundError("driver");
    private final Error ofHandler = new AssertionError("the handler is broken");
    private final List<Throwable> uncaught = new ArrayList<>();
    private Thread.UncaughtExceptionHandler before;

    /** Throws whatever it is to log. */
    private static final class BrokenLog extends Handler {

        private int records;

        @Override
        public void publish(LogRecord entry) {
            records++;
            throw new OutOfMemoryError("thrown by the log");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Has no message that can be read. */
    private static final class Unspeakable extends Error {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new NoClassDefFoundError("the message");
        }
    }

    @BeforeEach
    void breakTheLog() {
        before = Thread.currentThread().getUncaughtExceptionHandler();
        logger.addHandler(brokenLog);
    }

    @AfterEach
    void mendTheLog() {
        logger.removeHandler(brokenLog);
        Thread.currentThread().setUncaughtExceptionHandler(before);
    }

    private void report() {
        new ErrorReports(told -> {
                    throw ofHandler;
                })
                .accept(error);
    }

    @Test
    void theHandlerOfTheThreadIsToldWhereTheLogThrowsToo() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        report();
        assertEquals(1, brokenLog.records);
        assertEquals(List.of(error), uncaught);
        assertSame(ofHandler, error.getSuppressed()[0]);
    }

    @Test
    void whereNobodyCanBeToldTheCallerContinues() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {
            uncaught.add(thrown);
            throw new StackOverflowError();
        });
        report();
        assertEquals(List.of(error), uncaught);
    }

    @Test
    void aDriversErrorWithoutATextIsNamedByItsClass() {
        DriverFaultException fault = new DriverFaultException("commit", "a", new Unspeakable());
        assertTrue(fault.getMessage().endsWith("error=" + Unspeakable.class.getName()), fault::getMessage);
    }
}
