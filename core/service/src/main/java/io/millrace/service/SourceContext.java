package io.millrace.service;

import java.util.Map;

/** What an {@link ExternalSource} is told and says while it is polled. */
public interface SourceContext {

    /**
     * States the index of the item whose call follows.
     *
     * @param index greater than every index stated before; 0 or more
     */
    void index(long index);

    /**
     * States the entry of an order whose call follows, for an {@link OrderedSource}.
     *
     * @param previous the position of the entry before it in the order, -1 for the first one; it must be the newest
     *     one that was stated, so that none is left out
     * @param position the position of the entry, which is its index; greater than all before
     * @param timeNs the time of the entry, which is that of its call and of all that follows from it; in nanoseconds
     *     since the epoch
     * @throws ServiceException where the entry does not follow the newest one
     */
    void entry(long previous, long position, long timeNs);

    /**
     * States an entry that a client has numbered, as {@link #entry(long, long, long)} does.
     *
     * @param client the {@linkplain ClientName name} of the client
     * @param number the client's number of the call, 0 or more; its calls have increasing ones
     * @return whether its call is to be made; otherwise the client has sent again what the channel has, and no call
     *     may follow
     */
    boolean entry(long previous, long position, long timeNs, String client, long number);

    /**
     * States what the items come from, once a source knows it and before its first item. What is stated first is kept
     * with the output, and must stay the same as long as that exists: indexes of one stream mean nothing in another.
     *
     * @param origin identifies the stream, such as the id of a topic; 1 to 40 characters of ASCII
     * @throws ServiceException where the output has items of another origin, or the text is too long
     */
    void origin(String origin);

    /**
     * States where reading begins, for a source that chooses that itself and has not read anything. It is kept with the
     * output before this returns, and given to {@link ExternalSource#open(long, java.util.OptionalLong)} from then on,
     * so that a restart before the first item begins there too.
     *
     * @param index the first index that may follow; 0 or more
     * @throws ServiceException where reading began elsewhere
     */
    void start(long index);

    /**
     * States, in a poll that brings no item, which streams a source reads that reads several, and where each begins.
     * It is stated once, before anything of them is read; further streams begin with their first item. It is kept with
     * the output, synced, before this returns, and given to {@link ExternalSource#open(long, java.util.OptionalLong,
     * java.util.Optional)} from then on.
     *
     * @param firsts the first index that may follow, 0 or more, of each stream by its name: 1 to 100 letters, digits,
     *     dots, hyphens and underscores
     * @throws ServiceException where streams were begun before, or a name or an index is none
     */
    void start(Map<String, Long> firsts);

    /**
     * States the index of the item whose call follows, for a source that reads several streams.
     *
     * @param stream the name of the stream
     * @param index greater than every index of this stream stated before; 0 or more
     */
    void index(String stream, long index);

    /**
     * States that no item of a stream up to an index makes a call, and that no item is stated in this poll. It is kept
     * with the output, so that a restart continues after it.
     *
     * @param stream the name of the stream; a poll may state several
     * @param index greater than every index of this stream stated before
     */
    void passed(String stream, long index);

    /**
     * States that no item up to an index makes a call, and that no item is stated in this poll. It is kept with the
     * output, so that a restart continues after it.
     *
     * @param index greater than every index stated before
     */
    void passed(long index);

    /**
     * States that the item whose index was stated is bad: it makes no call, or one that keeps what is bad. It is passed
     * over for good, counted and reported; a source that has many of them is degraded.
     *
     * @param reason what is wrong with it; reports show the first 500 characters
     */
    void refused(String reason);

    /**
     * States in a poll that brings no item that the other side is away. It is reported once, and the source is shown as
     * away until a poll does not state this.
     *
     * @param reason what the other side says
     */
    void away(String reason);

    /**
     * Returns when this item should be sent by the rate, or the time of this poll where there is none; epoch
     * nanoseconds.
     */
    long timeNs();
}
