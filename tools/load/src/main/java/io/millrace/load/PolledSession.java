package io.millrace.load;

/**
 * A session whose answers the issuing thread processes itself, while it waits for the time of its next operation or for
 * one to be over. It has no thread of its own, so no answer crosses threads; and without polling no operation ends.
 * Only the issuing thread calls it.
 */
public interface PolledSession extends TargetSession {
    /**
     * Processes one event, an answer mostly, waiting for one if there is none yet. Events that have come together are
     * processed by as many calls.
     *
     * @param waitNs how long to wait at most, in nanoseconds; 0 or less to wait not at all. It waits in whole
     *     milliseconds, and not at all for less than one, but may come back some 100 us late
     * @return whether there was an event
     * @throws Exception if the session cannot be used any more; the run ends
     */
    boolean poll(long waitNs) throws Exception;

    /**
     * Returns whether an operation can be issued now. Where there is no room, {@link #issue} polls until there is, in
     * the time of that operation; waiting here before it begins keeps that apart.
     */
    boolean hasRoom();
}
