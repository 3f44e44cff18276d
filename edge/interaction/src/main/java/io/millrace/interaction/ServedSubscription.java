package io.millrace.interaction;

import java.util.Objects;

/**
 * A subscription as a service keeps it: it takes events from their source while there is credit, and ends once. It is
 * the same with and without a transport. For the thread of the service, which calls {@link #pump} when there may be an
 * event.
 *
 * @param <F> the type of the filter
 */
public final class ServedSubscription<F> implements Subscription<F> {

    private final Subscriber subscriber;
    private final EventSource<F> source;
    private F filter;
    private long credit;
    private boolean isPumping;
    private boolean hasEnded;

    /**
     * Creates one without credit.
     *
     * @param filter what the subscriber wants
     * @param subscriber learns the end
     * @param source calls the subscriber with the events
     */
    public ServedSubscription(F filter, Subscriber subscriber, EventSource<F> source) {
        this.filter = filter;
        this.subscriber = Objects.requireNonNull(subscriber, "subscriber");
        this.source = Objects.requireNonNull(source, "source");
    }

    /** Takes events from the source while there is credit and the source has some. */
    public void pump() {
        if (isPumping) {
            return; // the subscriber has given credit while it was called
        }
        isPumping = true;
        try {
            while (credit > 0 && !hasEnded && source.next(filter)) {
                credit--;
            }
        } finally {
            isPumping = false;
        }
    }

    /** Returns whether it has ended. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** Ends it with a reason of the service; has no effect where it has ended. */
    public void end(String reason) {
        if (!hasEnded) {
            hasEnded = true;
            source.ended(reason);
            subscriber.ended(reason);
        }
    }

    @Override
    public void more(long count) {
        if (count < 1) {
            throw new InteractionException("credit must be at least 1 count=" + count);
        }
        credit = Math.min(credit + count, Long.MAX_VALUE / 2);
        pump();
    }

    @Override
    public void filter(F next) {
        if (!hasEnded) {
            filter = next;
            source.filtered(next);
            pump();
        }
    }

    @Override
    public void cancel(String reason) {
        end(reason);
    }
}
