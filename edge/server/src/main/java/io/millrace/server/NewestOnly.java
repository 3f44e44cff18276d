package io.millrace.server;

import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Sends states to one client of which only the newest matters: one frame is in flight, and the newest state replaces
 * one that waits. So a slow or hidden page costs one text, whatever the rate, and always gets a state of now. Any
 * thread may use it.
 *
 * <p>A frame is in flight until the operating system has taken it and, where {@link Until#CONFIRMED} asks for it, the
 * client has confirmed it.
 */
public final class NewestOnly {

    /** When a frame is no longer in flight. */
    public enum Until {
        /** The operating system has taken it. */
        SENT,
        /** The operating system has taken it, and the client has confirmed it. */
        CONFIRMED
    }

    private final WebSocketSession session;
    private final Until until;
    private final LongSupplier nanoClock;
    private Supplier<String> waiting;
    private boolean sending;
    private boolean unconfirmed;
    private long sentNs;
    private long replaced;

    /**
     * Creates the sender of a session.
     *
     * @param session the session
     * @param until when a frame is no longer in flight
     * @param nanoClock the time in nanoseconds, from any origin
     */
    public NewestOnly(WebSocketSession session, Until until, LongSupplier nanoClock) {
        this.session = Objects.requireNonNull(session, "session");
        this.until = Objects.requireNonNull(until, "until");
        this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
    }

    /**
     * Sends a state now, or once the frame before it is no longer in flight and no newer state was offered.
     *
     * @param state makes the text; called at most once, when it is sent, in the thread that sends
     */
    public void offer(Supplier<String> state) {
        synchronized (this) {
            if (waiting != null) {
                replaced++;
            }
            waiting = state;
        }
        sendWaiting();
    }

    /** Notes that the client has confirmed the frame in flight. */
    public void confirmed() {
        synchronized (this) {
            unconfirmed = false;
        }
        sendWaiting();
    }

    private void sendWaiting() {
        Supplier<String> next;
        synchronized (this) {
            if (waiting == null || sending || unconfirmed || !session.isOpen()) {
                return;
            }
            next = waiting;
            waiting = null;
            sending = true;
            unconfirmed = until == Until.CONFIRMED;
            sentNs = nanoClock.getAsLong();
        }
        String text;
        try {
            text = next.get();
        } catch (Throwable e) { // the next state may succeed
            synchronized (this) {
                sending = false;
                unconfirmed = false;
            }
            throw e;
        }
        session.send(text, this::sent);
    }

    private void sent() {
        synchronized (this) {
            sending = false;
        }
        sendWaiting();
    }

    /** Returns for how long a frame has been in flight, in nanoseconds; 0 where none is. */
    public synchronized long inFlightNs() {
        return sending || unconfirmed ? Math.max(1, nanoClock.getAsLong() - sentNs) : 0;
    }

    /** Returns whether a state that is offered now would be sent at once. */
    public synchronized boolean isIdle() {
        return !sending && !unconfirmed && waiting == null;
    }

    /** Returns how many states were replaced by newer ones before they were sent. */
    public synchronized long replaced() {
        return replaced;
    }
}
