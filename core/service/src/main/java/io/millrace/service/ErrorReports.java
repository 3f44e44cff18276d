package io.millrace.service;

import java.lang.System.Logger.Level;
import java.util.Optional;

/** Tells an {@link ErrorHandler}, which is foreign code: nothing that it throws gets out of here. Any thread. */
public final class ErrorReports {

    private final ErrorHandler handler;
    private volatile String lastBroken;

    /** Makes the reports to a handler. */
    public ErrorReports(ErrorHandler handler) {
        this.handler = handler;
    }

    /** Tells the handler; where it throws, that is logged with what it was told. */
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

    /** Returns the kind and the message of what foreign code has thrown; a message that cannot be had is left out. */
    public static String text(Throwable error) {
        return ForeignError.text(error);
    }

    /** Says it without stack traces where those cannot be made; behind a logger that throws nothing is left to tell. */
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

    /** What the default handler does. */
    static void log(Severity severity, ErrorOrigin origin, Throwable error) {
        String text = origin + ": " + ForeignError.text(error);
        switch (severity) {
            case NOTE -> logger().log(Level.INFO, text);
            case WARNING -> logger().log(Level.WARNING, text);
            case ERROR -> logger().log(Level.ERROR, "an error in the background " + text, error);
            case FATAL -> logger().log(Level.ERROR, "failed " + text, error);
        }
    }

    private static System.Logger logger() {
        return System.getLogger(ErrorReports.class.getPackageName());
    }
}
