package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Error handlers, errors and logs that fail themselves: a caller that reports continues. */
class ErrorReportsTest {

    private static final ErrorOrigin ORIGIN = ErrorOrigin.component("summer");

    private final Error ofHandler = new AssertionError("the handler is broken");
    private final Error reported = new NoClassDefFoundError("helper");

    /** Has no stack trace that can be printed. */
    private static final class Unprintable extends Error {

        private static final long serialVersionUID = 1L;

        @Override
        public void printStackTrace(PrintWriter to) {
            throw new StackOverflowError();
        }
    }

    /** Has no message that can be read. */
    private static final class Unspeakable extends Error {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new NoClassDefFoundError("the message");
        }
    }

    /** Throws whatever it is to log. */
    private static final class BrokenLog extends Handler {

        private final List<String> texts = new ArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            texts.add(entry.getMessage());
            throw new OutOfMemoryError("thrown by the log");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static ErrorReports failingWith(Error thrown) {
        return new ErrorReports((severity, origin, error) -> {
            throw thrown;
        });
    }

    @Test
    @ExpectedLog("an error handler threw while it was told of an error component=summer: ")
    void whatTheLogCannotPrintIsLoggedByItsKind() {
        failingWith(new Unprintable()).report(Severity.WARNING, ORIGIN, reported);
    }

    @Test
    void aLogThatThrowsEndsNothing() {
        Logger logger = Logger.getLogger(ErrorReports.class.getPackageName());
        BrokenLog broken = new BrokenLog();
        logger.addHandler(broken);
        try {
            failingWith(ofHandler).report(Severity.WARNING, ORIGIN, reported);
        } finally {
            logger.removeHandler(broken);
        }
        assertEquals(2, broken.texts.size());
        assertTrue(broken.texts.getLast().endsWith("java.lang.AssertionError: the handler is broken"));
        assertEquals(
                List.of(NoClassDefFoundError.class, OutOfMemoryError.class),
                Arrays.stream(ofHandler.getSuppressed()).map(Object::getClass).toList());
    }

    @Test
    void aMessageThatCannotBeReadIsReplacedByTheKind() {
        assertEquals(
                Unspeakable.class.getName() + " (whose message cannot be read: java.lang.NoClassDefFoundError)",
                ErrorReports.text(new Unspeakable()));
    }

    @Test
    void theNewestErrorInTheBackgroundIsKept() {
        ErrorReports reports = new ErrorReports((severity, origin, error) -> {});
        reports.report(Severity.WARNING, ORIGIN, reported);
        assertTrue(reports.lastBroken().isEmpty());
        reports.report(Severity.ERROR, ORIGIN, reported);
        assertEquals(
                "component=summer: java.lang.NoClassDefFoundError: helper",
                reports.lastBroken().orElseThrow());
    }
}
