package io.millrace.prove;

import java.util.List;

/** What the hosts of a round write and read: hosts by their numbers, channels by their names. */
interface HostLayout {

    /** Returns the host that has a spare. */
    int sparedHost();

    /** Returns the host that runs the gateway to the database. */
    int gateway();

    /** Returns the host that writes a channel. */
    int ownerOf(String channel);

    /** Returns the channels that a host writes. */
    List<String> writtenOn(int host);

    /** Returns the channels that a channel is made of. */
    List<String> inputsOf(String channel);

    /** Returns the channels that a host writes and another one reads. */
    List<String> read(int writer, int reader);

    /** Returns the channel with the requests to the database, perhaps among other calls. */
    String requests();

    /** Returns whether calls of a method in that channel are requests. */
    boolean isRequest(String method);

    /** Returns the channel of what the database answers. */
    String results();

    /** Returns whether other hosts are to have ended when the host with a spare is lost. */
    boolean isSlow();

    /** Returns for how many more messages of the host with a spare a promotion waits at most. */
    int mostMessages();
}
