package io.millrace.service;

/**
 * Learns of the errors of a topology or a service: of event loops, of components whose errors are recorded, of gateways
 * whose other side is away, and of the background threads of journals.
 *
 * <p>Called in the thread that noticed the error, by several threads at a time; it returns soon and never waits for the
 * topology to end. What it throws is logged together with the error, and changes nothing else.
 */
@FunctionalInterface
public interface ErrorHandler {

    /**
     * Takes note of an error.
     *
     * @param severity the severity; a run reports {@link Severity#FATAL} once, after its failure can be read
     * @param origin the origin of the error
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
