package io.millrace.leaks;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** A log record, kept as text at once because its parameters may change later. */
record LoggedRecord(String logger, String level, String message, String stack) {

    static LoggedRecord of(LogRecord record) {
        StringWriter stack = new StringWriter();
        if (record.getThrown() != null) {
            record.getThrown().printStackTrace(new PrintWriter(stack));
        }
        return new LoggedRecord(
                record.getLoggerName(),
                record.getLevel().getName(),
                new SimpleFormatter().formatMessage(record),
                stack.toString());
    }

    boolean contains(String text) {
        return message.contains(text) || logger.contains(text);
    }

    @Override
    public String toString() {
        return level + " " + logger + ": " + message + (stack.isEmpty() ? "" : "\n" + stack.strip());
    }
}
