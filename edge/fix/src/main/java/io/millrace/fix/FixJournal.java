package io.millrace.fix;

import io.millrace.channel.CallFrames;
import io.millrace.channel.CallTailer;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalRole;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.SeekResult;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The journal of an engine: one channel of {@link FixJournalCalls} for all its sessions. A step of a session is a group
 * of calls, so that it is there whole or not at all. Opening reads the journal, which gives the numbers of each session
 * and where in the journal its sent messages are: two to three bytes of memory for each message that may be asked for
 * again.
 *
 * <p>For one thread at a time, except that any thread may read the directory as a channel.
 */
public final class FixJournal implements AutoCloseable {

    /** The calls. */
    enum Kind {
        APPLICATION,
        RECEIVED,
        SENT,
        EXPECTING,
        NUMBERED_FROM,
        VERSION,
        LOGGED_ON,
        LOGGED_OUT,
        REFUSED,
        KNOWN,
        OPERATED
    }

    /** Is given what the application of a session is to get, once it is in the journal. */
    interface Listener {
        /**
         * Takes a call; the message is valid during it.
         *
         * @param index the index of the call in the journal
         * @param version the DefaultApplVerID of the Logon before it; null where there is none
         * @param message the message of {@code APPLICATION}; not to be used for other calls
         */
        void kept(FixSessionId session, Kind kind, long index, long number, long timeNs, String version, Bytes message);

        /** Stores up to where what it has made may be removed. */
        default void keepPosition() {}
    }

    private static final int FIRST = 16;

    /** Whether what is sent waits until a spare holds it. */
    enum Spare {
        NONE,
        AWAITED
    }

    /** The name of the positions of an engine in the channels that it needs. */
    static final String POSITION = "fix";

    /** The name of what arrives from sockets, in histories. */
    private static final Source WIRE = Source.external("fix");

    private final Path directory;
    private final JournalChannel channel;
    private final Journal frameJournal;
    private final Durability durability;
    private final Spare spare;
    private final Runnable closing;
    private final JournalChannelWriter writer;
    private final FixJournalCalls calls;
    private final CallTailer tailer;
    private final CallFrames frames;
    private final Map<String, JournalStore> stores = new LinkedHashMap<>();
    private final Input input = new Input();
    private final BinaryInput in = new BinaryInput();
    private final Bytes message = new Bytes();
    private final Bytes read = new Bytes();
    private byte[] found = new byte[1 << 10];
    private byte[] scratch = new byte[0];

    private JournalStore[] stagedStores = new JournalStore[FIRST];
    private Kind[] stagedKinds = new Kind[FIRST];
    private long[] stagedNumbers = new long[FIRST];
    private int staged;
    private int depth;
    private boolean inGroup;
    private long timeNs;
    private ChannelReader caller;
    private ChannelReader operator;
    private long lastCause = Index.NONE;
    private long lastOrder = Index.NONE;
    private long lastIndex = Index.NONE;
    private Listener listener;

    private FixJournal(JournalChannel channel, Spare spare, Runnable closing) {
        this.channel = channel;
        this.closing = closing;
        this.spare = spare;
        directory = channel.journal().orElseThrow().directory();
        frameJournal = channel.journal().orElseThrow();
        durability = channel.durability().orElseThrow();
        writer = channel.writer();
        calls = writer.as(FixJournalCalls.class);
        tailer = CallTailer.decrypting(channel, Durability.MAPPED);
        frames = CallFrames.decrypting(channel, OwnerCheck.OFF);
    }

    /**
     * Opens the journal in a directory, and creates it where there is none.
     *
     * @param options of its channel
     * @throws FixException if the directory holds another channel, or calls of a newer version
     * @throws io.millrace.journal.JournalException if the journal cannot be opened or is damaged
     */
    public static FixJournal open(Path directory, ChannelOptions options) {
        JournalChannel channel = Channel.journal("fix", directory, options);
        try {
            return open(channel, Spare.NONE, channel::close);
        } catch (RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Opens the journal in a channel of a topology, which others close. */
    static FixJournal in(JournalChannel channel, Spare spare) {
        return open(channel, spare, () -> {});
    }

    private static FixJournal open(JournalChannel channel, Spare spare, Runnable closing) {
        FixJournal journal = new FixJournal(channel, spare, closing);
        try {
            journal.restore();
            journal.endConnections();
            return journal;
        } catch (RuntimeException | Error e) {
            journal.release();
            throw e;
        }
    }

    /** Returns the store of a session, which continues with what the journal has of it; the same each time. */
    public FixStore store(FixSessionId session) {
        return stores.computeIfAbsent(session.toString(), _ -> new JournalStore(this, session));
    }

    /**
     * Takes the numbers of a session over from another engine, so that it continues.
     *
     * @param since when the session began of which these are the numbers
     * @throws FixException if the journal knows the session already
     */
    public void takeOver(FixSessionId session, long nextIncoming, long nextOutgoing, Instant since) {
        if (stores.containsKey(session.toString())) {
            throw new FixException("the journal knows the session already session=" + session);
        }
        JournalStore store = (JournalStore) store(session);
        store.takeOver(
                nextIncoming,
                nextOutgoing,
                Duration.between(Instant.EPOCH, since).toNanos());
    }

    /** Returns the store of a session that is used with this journal. */
    JournalStore of(FixSession session) {
        return stores.computeIfAbsent(session.settings().id().toString(), _ -> (JournalStore) session.store());
    }

    /** Returns the store of a session of which there is nothing: the journal knows it once there is something. */
    FixStore guestStore(FixSessionId session) {
        return new JournalStore(this, session);
    }

    /** Returns the sessions of which there is something, in the order in which they began. */
    public List<FixSessionId> sessions() {
        return stores.values().stream().map(JournalStore::id).toList();
    }

    /** Returns whether there is something of a session of that name. */
    boolean has(String session) {
        return stores.containsKey(session);
    }

    /** Returns the channel. */
    public Channel channel() {
        return channel;
    }

    /** Returns the index of the newest call; {@link Index#NONE} if there is none. */
    long lastIndex() {
        return lastIndex;
    }

    /** Returns whether a call has the durability of the journal, and a spare that is awaited holds it. */
    boolean isDurable(long index) {
        boolean isOnDisk = durability == Durability.MAPPED || frameJournal.syncedIndex() >= index;
        return isOnDisk && (spare == Spare.NONE || isHeld(index));
    }

    private boolean isHeld(long index) {
        return index == Index.NONE
                || frameJournal.role() == JournalRole.ORDINARY
                || frameJournal.mark().covers(index);
    }

    /**
     * Keeps again what is known of all sessions, so that retention may remove what is before it.
     *
     * @return the index of the first call; {@link Index#NONE} if there is no session
     */
    long keepKnown(long now) {
        long first = Index.NONE;
        for (JournalStore store : stores.values()) {
            if (store.lastActiveNs() != 0) {
                begin(now);
                store.keepKnown(lastCause);
                commit();
                first = first == Index.NONE ? lastIndex : first;
                keepOrders(store, now);
            }
        }
        return first;
    }

    private void keepOrders(JournalStore store, long now) {
        if (lastOrder != Index.NONE) {
            begin(now);
            FixOperations.Kind kind = store.isStopped() ? FixOperations.Kind.STOP : FixOperations.Kind.START;
            stage(store, Kind.OPERATED, JournalStore.effect(kind, FixOperations.KEPT));
            calls.operated(lastOrder, kind.name(), FixOperations.KEPT, store.name());
            commit();
        }
    }

    /** Waits until the storage device has all that was written before. Any thread. */
    void sync() {
        writer.sync();
    }

    /** Returns what gets the messages of the application; null if nothing does. */
    Listener listener() {
        return listener;
    }

    Collection<JournalStore> stores() {
        return stores.values();
    }

    /** Returns the position that keeps what the sessions need from being removed. */
    NamedPosition position() {
        return frameJournal.position(POSITION);
    }

    /** Returns the greatest index of a call of the application that was sent or refused; {@link Index#NONE} if none. */
    long lastCause() {
        return lastCause;
    }

    /**
     * Begins a step that a call in the channel of the application has caused.
     *
     * @param reader is at the call until the step has ended
     */
    void begin(ChannelReader reader, long now) {
        caller = reader;
        begin(now);
    }

    /**
     * Begins a step that an order of an operator has caused.
     *
     * @param reader is at the order until the step has ended
     */
    void beginOrder(ChannelReader reader, long now) {
        operator = reader;
        begin(now);
    }

    /** Returns the index of the newest order of an operator that was carried out or refused. */
    long lastOrder() {
        return lastOrder;
    }

    void begin(long now) {
        if (depth++ == 0) {
            timeNs = now;
        }
    }

    void commit() {
        if (--depth > 0) {
            return;
        }
        long cause = cause();
        long order = operator == null ? Index.NONE : operator.index();
        caller = null;
        operator = null;
        if (!inGroup) {
            return;
        }
        inGroup = false;
        long first;
        try {
            first = writer.commit();
        } catch (RuntimeException | Error e) {
            staged = 0;
            throw e;
        }
        lastCause = Math.max(lastCause, cause);
        lastOrder = Math.max(lastOrder, order);
        for (int i = 0; i < staged; i++) {
            if (!tailer.next() || (i == 0 && tailer.index() != first)) {
                throw new FixException(
                        "the journal lacks a call that was written, or another process writes it directory=" + directory
                                + " index=" + Index.toText(first));
            }
            kept(stagedStores[i], stagedKinds[i], stagedNumbers[i], tailer.index(), tailer.timeNs());
            if (listener != null && stagedStores[i] != null) {
                deliver(stagedStores[i], stagedKinds[i], stagedNumbers[i], tailer.index(), tailer.timeNs());
            }
        }
        staged = 0;
    }

    /** Notes that a call comes next, in the group of the step. */
    void stage(JournalStore store, Kind kind, long number) {
        if (depth == 0) {
            throw new IllegalStateException("no step was begun kind=" + kind + " number=" + number);
        }
        if (!inGroup) {
            inGroup = true;
            ChannelReader by = caller == null ? operator : caller;
            writer.begin(by == null ? input.set(WIRE, timeNs, timeNs) : input.set(by, timeNs));
        }
        if (staged == stagedStores.length) {
            stagedStores = Arrays.copyOf(stagedStores, 2 * staged);
            stagedKinds = Arrays.copyOf(stagedKinds, 2 * staged);
            stagedNumbers = Arrays.copyOf(stagedNumbers, 2 * staged);
        }
        if (store != null) {
            stores.putIfAbsent(store.name(), store);
        }
        stagedStores[staged] = store;
        stagedKinds[staged] = kind;
        stagedNumbers[staged++] = number;
    }

    FixJournalCalls calls() {
        return calls;
    }

    /** Returns the index of the call of the application that causes the step; {@link Index#NONE} if none does. */
    long cause() {
        return caller == null ? Index.NONE : caller.index();
    }

    /** Keeps that the call of the application at which the reader is cannot be sent. */
    void refused(String session, String reason) {
        stage(null, Kind.REFUSED, 0);
        calls.refused(cause(), reason, session);
    }

    /** Keeps what has come of the order at which the reader of operations is; the store may be null. */
    void operated(JournalStore store, FixOperations.Kind kind, String outcome) {
        stage(store, Kind.OPERATED, JournalStore.effect(kind, outcome));
        calls.operated(operator.index(), kind.name(), outcome, store == null ? "" : store.name());
    }

    Bytes message(byte[] bytes, int offset, int length) {
        return message.set(bytes, offset, length);
    }

    /** Returns a message with the passwords of a Logon masked. */
    Bytes masked(byte[] bytes, int offset, int length) {
        if (!LogonPasswords.isLogon(bytes, offset, length)) {
            return message.set(bytes, offset, length);
        }
        if (scratch.length < length) {
            scratch = new byte[length];
        }
        System.arraycopy(bytes, offset, scratch, 0, length);
        LogonPasswords.mask(scratch, length);
        return message.set(scratch, 0, length);
    }

    private void kept(JournalStore store, Kind kind, long number, long index, long atNs) {
        lastIndex = index;
        if (store != null) {
            store.kept(kind, number, index, atNs);
        }
    }

    private void deliver(JournalStore store, Kind kind, long number, long index, long atNs) {
        if (kind == Kind.APPLICATION && at(index)) {
            in.readLong();
            in.readByteView(read);
        }
        if (kind == Kind.APPLICATION || kind == Kind.LOGGED_ON || kind == Kind.LOGGED_OUT) {
            listener.kept(store.id(), kind, index, number, atNs, store.version(), read);
        }
    }

    /** Finds a call; false if retention has removed it. */
    private boolean at(long index) {
        SeekResult result = frames.at(index);
        if (result == SeekResult.BEFORE_START) {
            return false;
        }
        if (result != SeekResult.FOUND) {
            throw new FixException("the journal lacks a call that it had directory=" + directory + " index="
                    + Index.toText(index) + " result=" + result);
        }
        in.wrap(frames.segment(), frames.offset(), frames.length());
        return true;
    }

    /** Makes a sent message the found one; false if retention has removed it. */
    boolean find(long index, long number, String session) {
        if (!at(index)) {
            return false;
        }
        if (in.readLong() != number) {
            throw new FixException("the journal has another message at an index session=" + session + " number="
                    + number + " index=" + Index.toText(index));
        }
        in.readByteView(read);
        if (found.length < read.length()) {
            found = new byte[Math.max(read.length(), 2 * found.length)];
        }
        read.copyTo(found, 0);
        return true;
    }

    byte[] found() {
        return found;
    }

    int foundLength() {
        return read.length();
    }

    /**
     * Gives a listener what it has not got: what is after a call that it got last, and from now on all that is kept.
     *
     * @param after the index of that call; {@link Index#NONE} if it got nothing
     */
    void listen(Listener to, long after) {
        listener = to;
        try (CallTailer missed = CallTailer.decrypting(channel, Durability.MAPPED)) {
            SeekResult result = after == Index.NONE ? SeekResult.FOUND : missed.seekAfter(after);
            if (result != SeekResult.FOUND) {
                throw new FixException("the journal lacks the call that was delivered last directory=" + directory
                        + " index=" + Index.toText(after) + " result=" + result);
            }
            deliver(missed, after);
        }
    }

    private void deliver(CallTailer missed, long after) {
        if (stores.values().stream().noneMatch(JournalStore::isVersionChanged)) {
            deliverFrom(missed, after);
            return;
        }
        // Where versions have changed, those that counted before are in the journal, and not in memory.
        try (CallTailer all = CallTailer.decrypting(channel, Durability.MAPPED)) {
            deliverFrom(all, after);
        }
    }

    private void deliverFrom(CallTailer calls, long after) {
        new FixJournalRead(directory, calls, frames).run((call, session, index, atNs) -> {
            if (session == null) {
                return;
            }
            JournalStore store = (JournalStore) store(session);
            if (call.kind() == Kind.VERSION || call.kind() == Kind.KNOWN) {
                store.version(call);
            } else if (index > after) {
                deliver(store, call.kind(), call.number(), index, atNs);
            }
        });
    }

    /** Reads what is there, which moves the tailer to the end. */
    private void restore() {
        new FixJournalRead(directory, tailer, frames).run((call, session, index, atNs) -> {
            lastCause = Math.max(lastCause, call.cause());
            lastOrder = Math.max(lastOrder, call.order());
            lastIndex = index;
            if (session != null) {
                ((JournalStore) store(session)).restored(call, index, atNs);
            }
        });
    }

    /** Keeps that the connections have ended which a kill has ended. */
    private void endConnections() {
        for (JournalStore store : stores.values()) {
            if (store.isLoggedOn()) {
                begin(store.lastActiveNs());
                store.loggedOut();
                commit();
            }
        }
        writer.handOver();
    }

    @Override
    public void close() {
        release();
        closing.run();
    }

    private void release() {
        tailer.close();
        frames.close();
        writer.close();
    }
}
