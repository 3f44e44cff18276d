package io.millrace.channel;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.KeyProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A stream of calls of one or more interfaces. A message is a method call; its transport is chosen by the factory:
 * {@link #journal} keeps it in a directory, {@link #queue} in memory until it is read, {@link #direct} calls the reader
 * at once.
 *
 * <p>A channel object may be shared by threads; its writers and readers are for one thread each. Open a directory once
 * in a process and share the object: its writer and all of its readers use the same mapping.
 */
public interface Channel extends AutoCloseable {

    /**
     * Opens the channel in {@code directory}, and creates it where it does not exist.
     *
     * @throws ChannelException or a JournalException if the directory cannot be opened or another owner has it
     */
    static JournalChannel journal(String name, Path directory, ChannelOptions options) {
        return JournalChannel.open(name, directory, options);
    }

    /**
     * Opens the copy of a channel that is written on another machine, for reading only. Its readers read everything
     * that the copy holds, also before the other machine acknowledges it, and know when the channel has ended: {@link
     * ChannelReader#atEnd()}.
     *
     * @param name its name, which is that of the channel on the other machine
     * @param directory where replication writes the copy; it exists
     * @param options durability, keys and types as on the other machine
     * @throws ChannelException or a JournalException if the directory cannot be opened
     */
    static JournalChannel copy(String name, Path directory, ChannelOptions options) {
        return JournalChannel.copy(name, directory, options);
    }

    /**
     * Opens the channel in {@code directory} for reading only, which needs no write access; its name is the name of the
     * folder.
     */
    static Channel readOnly(Path directory) {
        return JournalChannel.openReadOnly(directory, ChannelOptions.defaults());
    }

    /**
     * Opens the channel in {@code directory} for reading only, with the keys of its messages. The unencrypted parts of
     * an encrypted channel can be read without keys as well: which methods were called when, and the histories.
     */
    static Channel readOnly(Path directory, KeyProvider keys) {
        ChannelOptions options = ChannelOptions.defaults().withEncryption(ChannelEncryption.of(keys));
        return JournalChannel.openReadOnly(directory, options);
    }

    /**
     * Opens the channel in {@code directory} for reading only as {@link #readOnly(Path)} does, with options of which
     * durability and encryption count: a gateway takes such a channel as an input if its durability is {@code SYNCED},
     * and reads only what its writer has synced.
     */
    static Channel readOnly(Path directory, ChannelOptions options) {
        return JournalChannel.openReadOnly(directory, options);
    }

    /**
     * Opens the channel in {@code directory} for reading only as {@link #readOnly(Path)} does, and waits until a writer
     * has created it.
     *
     * @param timeout how long to wait at most; the directory is checked every few milliseconds
     * @throws ChannelException if the channel does not exist after that time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    static Channel awaitReadOnly(Path directory, Duration timeout) throws InterruptedException {
        JournalChannel.await(directory, timeout);
        return readOnly(directory);
    }

    /** Opens the channel as {@link #awaitReadOnly(Path, Duration)} does, with the keys of its messages. */
    static Channel awaitReadOnly(Path directory, KeyProvider keys, Duration timeout) throws InterruptedException {
        JournalChannel.await(directory, timeout);
        return readOnly(directory, keys);
    }

    /**
     * Creates a channel in memory, between threads of this process. Each reader sees every call from the first that
     * some reader had not read when the new reader was created; a call that all readers have read is removed. The
     * slowest reader limits the writer: {@link ChannelWriter#hasCapacity()} is then false, and calls outside a group
     * are refused. Calls of one group are seen together, unless they need more than half the capacity. Its indexes
     * count calls, from 0.
     *
     * @param name its name
     * @param capacityBytes the size of its memory in bytes, a power of two from 4 KiB to 1 GiB; one call with its
     *     envelope has an eighth of it at most
     * @param options types, limits and clock; journal options have no effect
     * @throws ChannelException if the capacity is invalid
     */
    static Channel queue(String name, int capacityBytes, ChannelOptions options) {
        return new QueueChannel(name, capacityBytes, options);
    }

    /** Creates a channel whose writer calls the reader directly, in the same thread; it stores nothing. */
    static DirectChannel direct(String name) {
        return new DirectChannel(name);
    }

    /** Returns the name of this channel in histories. */
    String name();

    /** Returns this channel as the source of its messages; a channel that stores nothing is an external source. */
    Source source();

    /** Returns the journal of this channel; empty if it stores nothing. */
    Optional<Journal> journal();

    /** Returns the durability of its messages, as this object has opened it; empty if it stores nothing. */
    Optional<Durability> durability();

    /**
     * Returns how many bytes of its memory are taken by calls that some reader has not taken; empty where it is no
     * queue. Any thread may ask.
     */
    default OptionalLong usedBytes() {
        return OptionalLong.empty();
    }

    /**
     * Returns a writer.
     *
     * @throws ChannelException if the channel is read-only or already has its only writer
     */
    ChannelWriter writer();

    /**
     * Returns a reader that starts at the oldest kept message and calls {@code handler}. {@code
     * Journal.messagesBefore(Index.NONE)} returns how many messages retention has removed before that one.
     *
     * @param handler implements each of {@code interfaces}
     * @param options what to read and how
     * @param interfaces the interfaces whose calls are read
     */
    ChannelReader reader(Object handler, ReaderOptions options, Class<?>... interfaces);

    /** Returns a cursor over the records of this channel, which needs none of the classes. */
    ChannelCursor cursor();

    /**
     * Returns a cursor that stops at the mark of the journal, if that has one, as a gateway does: what it has returned
     * is not lost with this machine. It meets {@link ChannelCursor.Entry#END} there.
     */
    default ChannelCursor acknowledgedCursor() {
        return cursor();
    }

    /**
     * Returns whether the writing side has declared that it will write no more while this process lives. A channel is
     * drained once a reader has seen this and then found {@link Poll#NOTHING}.
     */
    boolean ended();

    /** Declares that nothing more will be written while this process lives; readers see what was written before. */
    void markEnded();

    /** Closes the channel with its journal; its writers and readers may no longer be used. */
    @Override
    void close();
}
