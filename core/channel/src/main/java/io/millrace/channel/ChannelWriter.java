package io.millrace.channel;

import io.millrace.wire.CallSchema;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Writes calls to a channel, for one thread at a time. The first thread that writes with it, or with an object from
 * {@link #as}, owns it until that thread calls {@link #handOver()} or ends; another thread is refused with a {@link
 * WrongThreadException} before anything is changed. Several threads call a {@link SharedWriter}, or have a
 * writer each, of a journal whose ownership is {@link io.millrace.journal.Ownership#SHARED}. {@link
 * io.millrace.journal.JournalOptions#ownerCheck()} turns this check off. Any thread may ask for counts and call {@link
 * #close()}.
 *
 * <p>Outside a group, each call is published before it returns. A service works in groups: {@link #begin} names the
 * input, the calls made then are staged, and {@link #commit} publishes all of them as one batch that readers see whole
 * or not at all. Arguments are encoded once, into the batch; one more copy publishes them.
 *
 * <p>What a journal offers beyond that is in {@link JournalChannelWriter}.
 */
public interface ChannelWriter extends AutoCloseable {

    /**
     * Returns a writer that stages calls in groups as a writer of {@code channel} does, and publishes none: what a
     * component writes can be compared with what the channel holds. Each group ends with {@link #rollback}; {@link
     * #commit} and calls outside a group are refused. The channel may be read-only and have another writer.
     *
     * @param channel the {@link #target} of the writer
     * @param types the types that may be written besides the types of the interfaces
     */
    static ChannelWriter staging(Channel channel, WireTypes types) {
        return new StagingWriter(channel, ChannelOptions.defaults().withTypes(types));
    }

    /** Returns the channel that stores what is written; where this writer's channel is direct, a later channel. */
    Channel target();

    /** Returns the writer of {@link #target}; this writer, unless its channel is direct. */
    ChannelWriter targetWriter();

    /** Returns the writer of the journal that stores what is written; empty where {@link #target} is no journal. */
    Optional<JournalChannelWriter> journalWriter();

    /**
     * Returns an object that writes each call made on it.
     *
     * @param type an interface whose abstract methods return nothing
     */
    <T> T as(Class<T> type);

    /** Begins a group: the calls that follow result from {@code input}, which must not change until the group ends. */
    void begin(Input input);

    /** Returns how many calls are staged since {@link #begin}. */
    int staged();

    /** Returns a view of the staged call {@code number}, 0 being the first; it is valid until the next change. */
    StagedCall staged(int number);

    /**
     * Stages, or outside a group publishes, a call whose arguments were encoded under {@code schema}.
     *
     * @throws ChannelException if the channel is direct: its reader accepts calls that are not encoded
     */
    void call(CallSchema schema, MemorySegment arguments, long offset, int length);

    /**
     * Publishes the staged calls and ends the group. A journal notes an input without calls as consumed.
     *
     * @return the index of the first call, {@code Index.NONE} where there was none
     */
    long commit();

    /** Ends the group and forgets its calls, as if its input had not been taken. */
    void rollback();

    /** Returns how many calls this writer has published. */
    long written();

    /** Returns the index of the newest record, of any kind; {@code Index.NONE} where there is none. */
    long lastIndex();

    /**
     * Returns whether a further group may be begun, or a further call made outside a group. A journal always has
     * capacity. A queue has none while a committed group waits for the queue's readers; this call publishes such a
     * group as soon as it fits.
     */
    boolean hasCapacity();

    /**
     * Refuses calls on the objects of {@link #as} until {@link #allowCalls}: code is called meanwhile that only reads.
     *
     * @param reason the message of the {@link ChannelException} that such a call throws
     */
    void forbidCalls(String reason);

    /** Ends {@link #forbidCalls}. */
    void allowCalls();

    /**
     * Leaves the writer without an owner; the next thread that writes becomes the owner. What this thread has written
     * happens before what that thread writes.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    void handOver();

    /**
     * Ends writing; calls that are staged, or wait for capacity, are forgotten. Any thread may close. Where another
     * thread is the owner and has not ended, its next call ends the writing and fails, since it may be in the middle of
     * a call now; closing the channel waits for no thread. May be called again.
     */
    @Override
    void close();
}
