package io.millrace.fuzz;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the servers and consoles of this process have logged as an error or a warning. */
final class ServerErrors extends Handler {

    private final Logger logger = Logger.getLogger("io.millrace");
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

    private ServerErrors() {}

    /** Begins to collect what is logged. */
    static ServerErrors watch() {
        ServerErrors errors = new ServerErrors();
        errors.logger.addHandler(errors);
        return errors;
    }

    /** Fails with the first error. */
    void check() {
        LogRecord first = records.poll();
        if (first != null) {
            throw new AssertionError("the console has an error: " + first.getMessage(), first.getThrown());
        }
    }

    @Override
    public void publish(LogRecord logged) {
        if (logged.getLevel().intValue() >= Level.WARNING.intValue()) {
            records.add(logged);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
