package io.millrace.transactions;

import java.util.function.Consumer;

/**
 * The user's handler of errors, which may fail as well. What it throws ends no thread and no transaction: both errors
 * then go to the log, and if that fails too, to the thread's own handler. Any thread may report.
 */
final class ErrorReports implements Consumer<Throwable> {

    private final Consumer<Throwable> handler;

    ErrorReports(Consumer<Throwable> handler) {
        this.handler = handler;
    }

    @Override
    public void accept(Throwable error) {
        try {
            handler.accept(error);
        } catch (Throwable failure) {
            suppress(error, failure);
            log(error);
        }
    }

    /** Adds an error that came after another one; drivers may throw the same object twice, which is no addition. */
    @SuppressWarnings("ReferenceEquality") // the same object is meant
    static void suppress(Throwable error, Throwable later) {
        if (later != error) {
            error.addSuppressed(later);
        }
    }

    private static void log(Throwable error) {
        try {
            System.getLogger(ErrorReports.class.getPackageName())
                    .log(
                            System.Logger.Level.ERROR,
                            "the handler of errors failed, and this is what it was told: error=" + error,
                            error);
        } catch (Throwable failure) {
            uncaught(error);
        }
    }

    /** Tells the handler of the current thread, which may be the user's. */
    @SuppressWarnings("EmptyCatch") // nobody is left to be told
    static void uncaught(Throwable error) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        } catch (Throwable failure) {
            // as the JVM does with what such a handler throws
        }
    }
}
