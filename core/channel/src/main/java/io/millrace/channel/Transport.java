package io.millrace.channel;

import java.net.URI;

/**
 * Another way for channels to travel, found with {@link java.util.ServiceLoader}. The journal and the direct call are
 * built in and need none.
 */
public interface Transport {

    /** Returns the scheme of the addresses that this transport opens, for example {@code tcp}. */
    String scheme();

    /**
     * Opens a channel.
     *
     * @param name the name of the channel
     * @param address where it is, with this transport's scheme
     * @param options what all channels have in common
     */
    Channel open(String name, URI address, ChannelOptions options);
}
