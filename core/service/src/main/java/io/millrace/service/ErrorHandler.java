package io.millrace.service;

/**
 * Is told what goes wrong in a topology or a service, whoever notices it: event loops, components whose errors are
 * recorded, gateways whose other side is away, and the background threads of journals.
 *
 * <p>Called in the thread that noticed, by several threads at a time, so it returns soon and never waits for the
 * topology to end. What it throws is logged together with what it was told, and changes nothing else.
 */
@FunctionalInterface
public interface ErrorHandler {

    /**
     * Takes note of an error.
     *
     * @param severity how bad it is; a run tells {@link Severity#FATAL} once, when its failure can be asked for already
     * @param origin where it arose
     * @param error what was thrown
     */
    void onError(Severity severity, ErrorOrigin origin, Throwable error);

    /**
     * Returns the handler that is used where nothing is said. It writes to {@link System.Logger} of this package: a
     * note at level {@code INFO}, a warning at {@code WARNING}, the others at {@code ERROR} with their stack traces.
     */
    static ErrorHandler log() {
        return ErrorReports::log;
    }
}
