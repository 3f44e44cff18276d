package io.millrace.leaks;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what the loggers under {@code io.millrace} say at {@code WARNING} and above, from any thread. */
final class LogRecorder extends Handler {

    /** Held, because java.util.logging keeps its loggers weakly and would forget the handler with them. */
    private final Logger logger = Logger.getLogger("io.millrace");

    private final Queue<LoggedRecord> records = new ConcurrentLinkedQueue<>();

    private LogRecorder() {}

    static LogRecorder install() {
        LogRecorder recorder = new LogRecorder();
        recorder.setLevel(Level.WARNING);
        recorder.logger.addHandler(recorder);
        return recorder;
    }

    List<LoggedRecord> drain() {
        List<LoggedRecord> drained = new ArrayList<>();
        for (LoggedRecord record = records.poll(); record != null; record = records.poll()) {
            drained.add(record);
        }
        return drained;
    }

    @Override
    public void publish(LogRecord record) {
        if (isLoggable(record)) {
            records.add(LoggedRecord.of(record));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
