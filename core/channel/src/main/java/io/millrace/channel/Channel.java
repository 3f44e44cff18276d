package io.millrace.channel;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.KeyProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A stream of calls of one or more interfaces. What a message is (a method call) is fixed; how it travels is chosen by
 * the factory: {@link #journal} keeps it in a directory, {@link #queue} in memory until it is taken, {@link #direct}
 * calls the reader at once.
 *
 * <p>A channel object may be shared by threads; the writers and readers it makes are for one thread each. Open a
 * directory once in a process and share the object: its writer and all of its readers use the same mapping.
 */
public interface Channel extends AutoCloseable {

    /**
     * Opens the channel in {@code directory}, and creates it where there is none.
     *
     * @throws ChannelException or a JournalException where the directory cannot be opened or belongs to another
     */
    static JournalChannel journal(String name, Path directory, ChannelOptions options) {
        return JournalChannel.open(name, directory, options);
    }

    /**
     * Opens the channel in {@code directory} for reading only, which needs no write access; its name is the folder's.
     */
    static Channel readOnly(Path directory) {
        return JournalChannel.openReadOnly(directory, ChannelOptions.defaults());
    }

    /**
     * Opens the channel in {@code directory} for reading only, with the keys of its messages. Without keys what is in
     * the clear of an encrypted channel can be read as well: which methods were called when, and the histories.
     */
    static Channel readOnly(Path directory, KeyProvider keys) {
        ChannelOptions options = ChannelOptions.defaults().withEncryption(ChannelEncryption.of(keys));
        return JournalChannel.openReadOnly(directory, options);
    }

    /**
     * Opens the channel in {@code directory} for reading only as {@link #readOnly(Path)} does, and waits until a writer
     * has made it where there is none.
     *
     * @param timeout how long to wait at most; it is looked for every few milliseconds
     * @throws ChannelException where there is none after that time
     * @throws InterruptedException where the thread is interrupted while it waits
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
     * Makes a channel in memory, between threads of this process. Each reader sees every call from the first on that no
     * reader had left behind when it was made; what all have taken is gone. The slowest reader holds the writer back:
     * {@link ChannelWriter#hasCapacity()} is then false, and calls outside a group are refused. Calls of one group are seen
     * together, unless they need more than half the capacity. Its indexes count calls, from 0.
     *
     * @param name its name
     * @param capacityBytes the size of its memory in bytes, a power of two from 4 KiB to 1 GiB; one call with what goes
     *     before it has an eighth of it at most
     * @param options types, limits and clock; those of a journal have no meaning
     * @throws ChannelException where the capacity is none of these
     */
    static Channel queue(String name, int capacityBytes, ChannelOptions options) {
        return new QueueChannel(name, capacityBytes, options);
    }

    /** Makes a channel whose writer calls the reader directly, in the same thread; it stores nothing. */
    static DirectChannel direct(String name) {
        return new DirectChannel(name);
    }

    /** Returns the name by which messages of this channel are known in histories. */
    String name();

    /** Returns this channel as the source of its messages; a channel that stores nothing is an external one. */
    Source source();

    /** Returns the journal behind this channel, empty where it stores nothing. */
    Optional<Journal> journal();

    /**
     * Returns what its messages survive once they are written, as this object has opened it; empty where that is
     * nothing.
     */
    Optional<Durability> durability();

    /**
     * Returns a writer.
     *
     * @throws ChannelException where the channel is read-only or has its one writer already
     */
    ChannelWriter writer();

    /**
     * Returns a reader from the oldest message on that is kept, which calls {@code handler}. How many messages
     * retention has removed before that one, {@code Journal.messagesBefore(Index.NONE)} says.
     *
     * @param handler implements each of {@code interfaces}
     * @param options what to read and how
     * @param interfaces the interfaces whose calls are read
     */
    ChannelReader reader(Object handler, ReaderOptions options, Class<?>... interfaces);

    /** Returns a walk over the records of this channel, which needs none of the classes. */
    ChannelCursor cursor();

    /**
     * Returns whether the writing side has said that it will write no more while this process lives. A channel is
     * drained once a reader has seen this and then found {@link Poll#NOTHING}.
     */
    boolean ended();

    /** Says that nothing more will be written while this process lives; what was written before is seen by readers. */
    void markEnded();

    /** Closes the channel with its journal; writers and readers made from it may no longer be used. */
    @Override
    void close();
}
