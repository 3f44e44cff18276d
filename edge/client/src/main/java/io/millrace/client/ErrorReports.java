package io.millrace.client;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells the user's listener of errors, each once in a row, by the thread that calls code of users. Of attempts to
 * connect only the newest waits for that thread, so that they do not pile up where it is busy. Any thread may use it.
 */
final class ErrorReports {

    private final Consumer<String> listener;
    private String last = "";
    private Optional<String> attempt = Optional.empty();

    ErrorReports(Consumer<String> listener) {
        this.listener = listener;
    }

    /** Notes why an attempt has failed; returns whether {@link #reportAttempt} is to be called for it. */
    synchronized boolean attemptFailed(String reason) {
        boolean isFirst = attempt.isEmpty();
        attempt = Optional.of(reason);
        return isFirst;
    }

    /** Reports why the newest attempt has failed. */
    void reportAttempt() {
        takeAttempt().ifPresent(this::report);
    }

    private synchronized Optional<String> takeAttempt() {
        Optional<String> newest = attempt;
        attempt = Optional.empty();
        return newest;
    }

    /** Forgets the last error, so that the same is reported again. */
    synchronized void forget() {
        last = "";
    }

    /** Reports an error, unless it was the last one. */
    void report(String error) {
        if (isNew(error)) {
            try {
                listener.accept(error);
            } catch (RuntimeException | Error e) {
                System.getLogger(ErrorReports.class.getPackageName())
                        .log(System.Logger.Level.ERROR, "the listener of errors has failed", e);
            }
        }
    }

    private synchronized boolean isNew(String error) {
        boolean isNew = !error.equals(last);
        last = error;
        return isNew;
    }
}
