package io.millrace.interaction;

/**
 * How much one session may make this side keep. What is beyond is refused with an error that names the limit.
 *
 * @param maxPending calls that wait for their answers
 * @param maxProxies objects of the server that the client holds
 * @param maxSubscriptions subscriptions that are open
 * @param maxHandlers handlers that the client has chosen
 * @param maxFrameBytes bytes of one frame
 * @param maxWaitingBytes bytes that wait for a peer which does not read; then the session ends
 */
public record InteractionLimits(
        int maxPending, int maxProxies, int maxSubscriptions, int maxHandlers, int maxFrameBytes, int maxWaitingBytes) {

    /** The most of each. */
    private static final int MOST = 1 << 20;

    private static final int MOST_BYTES = 1 << 28;

    /** Checks the ranges. */
    public InteractionLimits {
        require("maxPending", maxPending, MOST);
        require("maxProxies", maxProxies, MOST);
        require("maxSubscriptions", maxSubscriptions, MOST);
        require("maxHandlers", maxHandlers, MOST);
        require("maxFrameBytes", maxFrameBytes, MOST_BYTES);
        require("maxWaitingBytes", maxWaitingBytes, MOST_BYTES);
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new InteractionException("limit is out of range from=1 to=" + most + " " + name + "=" + value);
        }
    }

    /** Returns 1,024 calls, 256 proxies, 64 subscriptions, 16 handlers, frames of 1 MiB, and 4 MiB that wait. */
    public static InteractionLimits defaults() {
        return new InteractionLimits(1_024, 256, 64, 16, 1 << 20, 1 << 22);
    }

    /** Returns these limits with another number of calls. */
    public InteractionLimits withMaxPending(int value) {
        return new InteractionLimits(value, maxProxies, maxSubscriptions, maxHandlers, maxFrameBytes, maxWaitingBytes);
    }

    /** Returns these limits with another number of objects. */
    public InteractionLimits withMaxProxies(int value) {
        return new InteractionLimits(maxPending, value, maxSubscriptions, maxHandlers, maxFrameBytes, maxWaitingBytes);
    }

    /** Returns these limits with another number of subscriptions. */
    public InteractionLimits withMaxSubscriptions(int value) {
        return new InteractionLimits(maxPending, maxProxies, value, maxHandlers, maxFrameBytes, maxWaitingBytes);
    }

    /** Returns these limits with another number of handlers. */
    public InteractionLimits withMaxHandlers(int value) {
        return new InteractionLimits(maxPending, maxProxies, maxSubscriptions, value, maxFrameBytes, maxWaitingBytes);
    }

    /** Returns these limits with another size of frames. */
    public InteractionLimits withMaxFrameBytes(int value) {
        return new InteractionLimits(maxPending, maxProxies, maxSubscriptions, maxHandlers, value, maxWaitingBytes);
    }

    /** Returns these limits with another size of what waits. */
    public InteractionLimits withMaxWaitingBytes(int value) {
        return new InteractionLimits(maxPending, maxProxies, maxSubscriptions, maxHandlers, maxFrameBytes, value);
    }
}
