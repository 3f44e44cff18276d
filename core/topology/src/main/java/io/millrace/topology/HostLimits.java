package io.millrace.topology;

/**
 * Limits what a spare acknowledges of the channels that its host writes, so that it acknowledges no record without what
 * that was made of. Any thread may call any method, and none waits for another host.
 */
public interface HostLimits {

    /**
     * Returns the position up to which the spare acknowledges a channel.
     *
     * @param channel the name of a channel that the host writes
     */
    long limit(String channel);

    /**
     * Notes that a channel has more.
     *
     * @param channel the name of a channel that the host writes
     */
    void received(String channel);

    /**
     * Notes that what a channel has at and after a position is about to be set aside. The limits follow at once.
     *
     * @param channel the name of a channel that the host writes
     * @param position the position
     */
    void cutting(String channel, long position);

    /**
     * Notes that this was set aside, or could not be.
     *
     * @param channel the name of a channel that the host writes
     */
    void cut(String channel);

    /** Returns why the limits do not rise though they should: the host is to know; null where nothing keeps them. */
    String failure();
}
