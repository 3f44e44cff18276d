package io.millrace.service;

import io.millrace.text.VisibleText;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Calls an {@link ErrorHandler}, which is foreign code: what it throws is caught here. Any thread. */
public final class ErrorReports {

    private final ErrorHandler handler;
    private volatile String lastBroken;

    /** Creates the reports to a handler. */
    public ErrorReports(ErrorHandler handler) {
        this.handler = handler;
    }

    /** Tells the handler; what it throws is logged with what it was told. */
    public void report(Severity severity, ErrorOrigin origin, Throwable error) {
        if (severity == Severity.ERROR) {
            lastBroken = origin + ": " + ForeignError.text(error);
        }
        try {
            handler.onError(severity, origin, error);
        } catch (Throwable thrown) {
            if (!thrown.equals(error)) {
                thrown.addSuppressed(error);
            }
            logFailed(origin, thrown);
        }
    }

    /** Returns the newest of what was reported here as {@link Severity#ERROR}. */
    public Optional<String> lastBroken() {
        return Optional.ofNullable(lastBroken);
    }

    /** Returns the type and the message of an exception of foreign code; a message whose getter throws is left out. */
    public static String text(Throwable error) {
        return ForeignError.text(error);
    }

    /** Logs without stack traces where those fail; where the logger throws too, nothing else can be told. */
    private static void logFailed(ErrorOrigin origin, Throwable thrown) {
        String text = "an error handler threw while it was told of an error " + origin;
        try {
            logger().log(Level.ERROR, text, thrown);
        } catch (Throwable e) {
            try {
                logger().log(Level.ERROR, text + ": " + ForeignError.text(thrown));
            } catch (Throwable again) {
                thrown.addSuppressed(again);
            }
        }
    }

    /** Writes an error to the log, as the default handler does. */
    static void log(Severity severity, ErrorOrigin origin, Throwable error) {
        String text = VisibleText.of(origin + ": " + ForeignError.text(error));
        switch (severity) {
            case NOTE -> logger().log(Level.INFO, text);
            case WARNING -> logger().log(Level.WARNING, text);
            case ERROR -> logger().log(Level.ERROR, "error in the background " + text, error);
            case FATAL -> logger().log(Level.ERROR, "failed " + text, error);
        }
    }

    private static System.Logger logger() {
        return System.getLogger(ErrorReports.class.getPackageName());
    }
}
