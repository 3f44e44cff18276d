package io.millrace.leaks;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What one logger and those below it say from now on until this is closed, from any thread. */
public final class LogCapture implements AutoCloseable {

    private final Logger logger;
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            records.add(logged);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private LogCapture(Logger logger) {
        this.logger = logger;
    }

    /**
     * Begins to listen.
     *
     * @param logger the name of a logger, which those below it share
     * @return what it says from now on
     */
    public static LogCapture of(String logger) {
        LogCapture capture = new LogCapture(Logger.getLogger(logger));
        capture.logger.addHandler(capture.handler);
        return capture;
    }

    /** Returns the messages until now, without their exceptions. */
    public List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    /** Returns how many messages until now contain a text. */
    public long count(String text) {
        return messages().stream().filter(message -> message.contains(text)).count();
    }

    /** Returns the exceptions that were logged until now. */
    public List<Throwable> thrown() {
        return records.stream()
                .filter(logged -> logged.getThrown() != null)
                .map(LogRecord::getThrown)
                .toList();
    }

    /** Stops listening. */
    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
