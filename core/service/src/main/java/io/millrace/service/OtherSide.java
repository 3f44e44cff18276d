package io.millrace.service;

import java.util.function.Consumer;

/**
 * What follows from the three answers that the other side of a gateway or source can give. Which error is which answer
 * is known to the gateway or source alone; what follows is decided here, the same for all of them:
 *
 * <ul>
 *   <li><b>This request, or this record, is bad.</b> It is answered or passed over, counted, and reported: the first at
 *   once, then at most one report a second. While 4 or more of the newest 64 answers are
 *   refusals, the service is degraded. Where a whole batch fails because of some requests, it is repeated at once.
 *   <li><b>The other side is away.</b> The same is repeated after pauses that double, and a gateway gives up at last.
 *   <li><b>I am fenced.</b> Another process has taken over. The service stops, and repeats nothing.
 * </ul>
 *
 * <p>Written by the thread of the service; any thread may read the counts.
 */
final class OtherSide {

    /** So many refusals among the newest 64 answers degrade the service. */
    static final int MANY = 4;

    private static final long FIRST_PAUSE_NS = 100_000_000L;
    private static final long LONGEST_PAUSE_NS = 5_000_000_000L;
    private static final long TELL_NS = 1_000_000_000L;
    private static final int SHOWN_CHARACTERS = 500;

    private final String service;
    private final ErrorReports reports;
    private final long giveUpAfterNs;
    private final Consumer<Throwable> lastError;

    /** A bit for each of the newest answers, the newest lowest; 1 is a refusal. */
    private long newest;

    private long toldNs;
    private int repetitions;
    private long awaySinceNs;
    private long pauseNs;
    private long retryAtNs;
    private volatile long refused;
    private volatile boolean many;
    private volatile boolean away;

    /**
     * Creates what nothing has answered yet.
     *
     * @param giveUpAfterNs how long the other side may be away
     * @param lastError takes the newest error
     */
    OtherSide(String service, ErrorReports reports, long giveUpAfterNs, Consumer<Throwable> lastError) {
        this.service = service;
        this.reports = reports;
        this.giveUpAfterNs = giveUpAfterNs;
        this.lastError = lastError;
    }

    /** Returns how many requests or records were refused in this run. Any thread. */
    long refused() {
        return refused;
    }

    /** Returns whether many of the newest answers are refusals. Any thread. */
    boolean refusesMany() {
        return many;
    }

    /** Returns whether the other side is away. Any thread. */
    boolean isAway() {
        return away;
    }

    /** Returns whether the pause before the next attempt is not over. */
    boolean pauses(long nowNs) {
        return retryAtNs != 0 && nowNs < retryAtNs;
    }

    /** Notes that a request or record was taken. */
    void accepted() {
        if (newest != 0) {
            answered(0);
        }
    }

    /**
     * Notes that a request or record was refused for good.
     *
     * @param input its position, as {@code trades@0:8400}
     * @param reason what the other side says, or what is wrong with the record
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    void refused(String input, String reason, long nowNs) {
        answered(1);
        refused++;
        ServiceException error = new ServiceException("a request or record was refused service=" + service + " input="
                + input + " refused=" + refused + ": " + shown(reason));
        lastError.accept(error);
        if (refused == 1 || nowNs - toldNs >= TELL_NS) {
            toldNs = nowNs;
            reports.report(Severity.WARNING, ErrorOrigin.component(service), error);
        }
    }

    private void answered(long bit) {
        newest = newest << 1 | bit;
        many = Long.bitCount(newest) >= MANY;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }

    /**
     * Notes that a batch is repeated at once, since the other side refuses some of its requests.
     *
     * @param limit how many requests there are at most, each of which may have been found alone
     * @throws ServiceException where more repetitions find refused requests than there are requests
     */
    void repeats(RequestsRefusedException error, int limit) {
        lastError.accept(error);
        if (++repetitions > limit) {
            throw new ServiceException(
                    "a gateway repeats a batch without end service=" + service + " repetitions=" + repetitions + ": "
                            + error.getMessage(),
                    error);
        }
    }

    /**
     * Notes that the other side is away, and pauses.
     *
     * @throws ServiceException where it has been away for too long
     */
    void away(Throwable error, long nowNs) {
        if (awaySinceNs == 0) {
            awaySinceNs = nowNs;
        }
        long awayNs = nowNs - awaySinceNs;
        if (awayNs >= giveUpAfterNs) {
            throw new ServiceException(
                    "the other side of a gateway stays away service=" + service + " awayNs=" + awayNs
                            + " giveUpAfterNs=" + giveUpAfterNs + ": " + error.getMessage(),
                    error);
        }
        boolean isNew = !away;
        lastError.accept(error);
        away = true;
        pauseNs = Math.min(LONGEST_PAUSE_NS, Math.max(FIRST_PAUSE_NS, pauseNs * 2));
        retryAtNs = nowNs + pauseNs;
        reports.report(
                isNew ? Severity.WARNING : Severity.NOTE,
                ErrorOrigin.component(service),
                new ServiceException(
                        "the other side is away service=" + service + " pauseNs=" + pauseNs + ": " + error.getMessage(),
                        error));
    }

    /** Notes that the other side is away, for as long as it takes; the service that waits reports that once. */
    void awayUntilBack(String reason) {
        if (!away) {
            away = true;
            ServiceException error =
                    new ServiceException("the other side is away; it is waited for service=" + service + ": " + reason);
            lastError.accept(error);
            reports.report(Severity.WARNING, ErrorOrigin.component(service), error);
        }
    }

    /** Notes that the other side was opened again, so that the next attempt need not wait. */
    void opened() {
        retryAtNs = 0;
    }

    /** Notes that the other side has done what it was asked for. */
    void back() {
        repetitions = 0;
        awaySinceNs = 0;
        pauseNs = 0;
        if (away) {
            away = false;
            reports.report(
                    Severity.NOTE,
                    ErrorOrigin.component(service),
                    new ServiceException("the other side is back service=" + service));
        }
    }

    /** Returns the exception that stops the service, since another process has taken over. */
    FencedException fenced(FencedException error) {
        return new FencedException(
                "another process has taken over; this service stops, and the next start continues exactly service="
                        + service + ": " + error.getMessage(),
                error);
    }
}
