package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import io.millrace.journal.Direction;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.MessageDecryption;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.text.BinaryListing;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks over the records of a channel without the classes of its messages: the calls, and the notes of the writing
 * service about its inputs. Restarts and all readable output are based on it.
 *
 * <p>For one thread at a time: the first that moves it owns it until it calls {@link #handOver()} or ends; another
 * thread is refused with a {@link WrongThreadException}. Any thread may call {@link #close()}.
 */
public final class ChannelCursor implements AutoCloseable {

    /** The kind of the current entry. */
    public enum Entry {
        /** A call. */
        CALL,
        /** A note of inputs that were taken and had no output. */
        CONSUMED,
        /** One end of a snapshot. */
        SNAPSHOT,
        /** The mark from which another version of the component decides. */
        UPGRADE,
        /** No entry yet. */
        END
    }

    private static final int HEADER_BYTES = 8;

    private final ThreadOwner owner;
    private final String channel;
    private final Journal journal;
    private final Tailer tailer;
    private final FrameView view;
    private final SegmentRecords records;
    private final Envelope envelope = new Envelope();
    private final History history = new History();
    private final ConsumedRuns consumed = new ConsumedRuns();
    private final BinaryInput input = new BinaryInput();
    private Entry entry = Entry.END;
    private SnapshotMark mark;
    private UpgradeMark upgrade;
    private KnownCall call;
    private boolean historyRead;
    private boolean held;

    /** Null while openings are returned like other entries. */
    private OpeningCalls openings;

    ChannelCursor(String channel, Journal journal, Tailer tailer, FrameView view) {
        this.owner = new ThreadOwner("ChannelCursor", channel, OwnerCheck.ON, this::release);
        this.channel = channel;
        this.journal = journal;
        this.tailer = tailer;
        this.view = view;
        this.records = new SegmentRecords(channel, journal, CallDecoders.NONE);
    }

    /**
     * Moves to the next entry, in the direction set.
     *
     * @throws JournalDamagedException if the record is damaged, or missing although later ones were written
     */
    public Entry next() {
        owner.check();
        if (held) {
            held = false;
            return entry;
        }
        do {
            if (openings != null && openings.waits()) {
                entry = Entry.END;
                return entry;
            }
            Read read = tailer.read();
            if (read == Read.REMOVED) {
                throw new ChannelException(
                        "retention removed the next records before they were read channel=" + channel);
            }
            if (read == Read.END) {
                tailer.checkEnd();
            }
            entry = read == Read.MESSAGE ? read() : Entry.END;
        } while (entry == null);
        return entry;
    }

    /**
     * Skips openings of periods from now on, because they repeat calls before them; an opening with which the walk
     * starts is returned, once it is complete. For walks that go forward.
     */
    public void leaveOutOpenings() {
        owner.check();
        if (openings == null) {
            openings = new OpeningCalls(journal);
        }
    }

    /** Returns the entry that was read, or null for a record of schemas and sources, which is skipped. */
    private Entry read() {
        records.enter(tailer.index());
        try {
            if (tailer.kind() == FrameKind.METADATA) {
                if (openings != null) {
                    openings.meet(tailer);
                }
                return readMetadata();
            }
            if (openings != null && openings.passes()) {
                return null;
            }
            view.look();
            envelope.wrap(view.segment, view.offset, view.length);
            call = records.call(envelope.callNumber());
            historyRead = false;
            return Entry.CALL;
        } catch (WireException | ChannelException e) {
            throw new ChannelException(
                    "cannot read record channel=" + channel + " index=" + Index.toText(index()) + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private Entry readMetadata() {
        if (tailer.length() < 1) {
            throw new ChannelException(
                    "metadata record is empty channel=" + channel + " index=" + Index.toText(index()));
        }
        MetadataKind kind = MetadataKind.of(tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset()));
        input.wrap(tailer.segment(), tailer.offset() + 1, tailer.length() - 1);
        return switch (kind) {
            case SOURCE -> {
                records.passed(tailer);
                yield null;
            }
            case CALL, KEY -> null;
            case ENDED -> {
                ChannelEnd.of(input.readByte());
                yield null;
            }
            case CONSUMED -> {
                consumed.read(input, records);
                yield Entry.CONSUMED;
            }
            case SNAPSHOT -> {
                mark = Metadata.readSnapshot(input);
                yield Entry.SNAPSHOT;
            }
            case UPGRADE -> {
                upgrade = Metadata.readUpgrade(input);
                yield Entry.UPGRADE;
            }
        };
    }

    /** Returns the name of the channel. */
    public String channel() {
        return channel;
    }

    /** Returns the index of the entry. */
    public long index() {
        return tailer.index();
    }

    /**
     * Returns where the cursor is between the records, forward: greater than the index of each record that
     * {@link #next} has returned or skipped, and at most that of each that it has not.
     */
    public long boundary() {
        return held ? tailer.index() : tailer.boundary();
    }

    /** Returns when the call was written, in nanoseconds since the epoch. */
    public long timeNs() {
        require(Entry.CALL);
        return envelope.timeNs();
    }

    /** Returns the hops of the call; reused, valid until the cursor moves. */
    public History history() {
        require(Entry.CALL);
        if (!historyRead) {
            envelope.history(history, records);
            historyRead = true;
        }
        return history;
    }

    /** Returns the number of the call in its input's group, from 1; 0 if it has no input. */
    public long number() {
        require(Entry.CALL);
        return envelope.number();
    }

    /** Returns whether the call is the last of its input's group. */
    public boolean last() {
        require(Entry.CALL);
        return envelope.last();
    }

    /** Returns the method of the call and its parameters. */
    public CallSchema schema() {
        require(Entry.CALL);
        return call.schema;
    }

    /** Returns whether the call is an answer to a client, which is no call for readers; see {@link AnswerCalls}. */
    public boolean isAnswer() {
        require(Entry.CALL);
        return call.isReserved;
    }

    /**
     * Returns whether the arguments of the call can be read: they are not encrypted, or the key of their subject
     * exists. If they cannot, every method that needs them throws, and all others work.
     */
    public boolean isReadable() {
        require(Entry.CALL);
        return view.isReadable();
    }

    /** Returns whether the channel was opened with keys, which need not cover every message. */
    public boolean hasKeys() {
        return view.hasKeys();
    }

    /** Returns the subject of the call; empty if it is not encrypted. */
    public Optional<String> subject() {
        require(Entry.CALL);
        return view.subject();
    }

    /** Returns the call as a YAML document. */
    public String yaml() {
        requireArguments();
        int at = envelope.argumentsOffset();
        return call.yaml(view.segment, view.offset + at, view.length - at);
    }

    /**
     * Returns the arguments of the call as JSON on one line: the value of the argument, or an array of several or none.
     */
    public String json() {
        requireArguments();
        int at = envelope.argumentsOffset();
        return call.json(view.segment, view.offset + at, view.length - at);
    }

    /** Returns the memory that holds the call's arguments; valid until the cursor moves. */
    public MemorySegment segment() {
        requireArguments();
        return view.segment;
    }

    /** Returns where in {@link #segment()} the arguments begin. */
    public long offset() {
        requireArguments();
        return view.offset + envelope.argumentsOffset();
    }

    /** Returns the length of the arguments in bytes. */
    public int length() {
        require(Entry.CALL);
        return view.length - envelope.argumentsOffset();
    }

    /** Returns the checksum of the call, as {@link ChannelReader#checksum} does. */
    public long checksum() {
        return call.checksum(segment(), offset(), length());
    }

    /** Returns a copy of the call's frame: 8 bytes of header, the envelope, the arguments, which are decrypted. */
    public byte[] frame() {
        requireArguments();
        byte[] frame = new byte[HEADER_BYTES + view.length];
        MemorySegment.copy(
                tailer.segment(), ValueLayout.JAVA_BYTE, tailer.offset() - HEADER_BYTES, frame, 0, HEADER_BYTES);
        MemorySegment.copy(view.segment, ValueLayout.JAVA_BYTE, view.offset, frame, HEADER_BYTES, view.length);
        return frame;
    }

    /**
     * Returns a copy of the call's frame as it is stored, 8 bytes of header first. For an encrypted call, the header is
     * followed by the bytes with which its key is found, then as many bytes as {@link #frame} has after its header,
     * then a tag; otherwise the result is the same as {@link #frame}.
     */
    public byte[] storedFrame() {
        require(Entry.CALL);
        byte[] frame = new byte[HEADER_BYTES + tailer.length()];
        MemorySegment.copy(
                tailer.segment(), ValueLayout.JAVA_BYTE, tailer.offset() - HEADER_BYTES, frame, 0, frame.length);
        return frame;
    }

    /**
     * Returns the number of bytes between the header of the call's frame and its envelope, with which its key is found;
     * 0 if it is not encrypted.
     */
    public int encryptionBytes() {
        require(Entry.CALL);
        return view.isEncrypted() ? MessageDecryption.HEAD_BYTES : 0;
    }

    /**
     * Lists the meaning of each byte of the call's frame after its header, from where offsets count.
     *
     * @param to gets the lines, in order and without a gap
     * @throws ChannelException if the bytes do not match their schema; the lines before have been passed on
     */
    public void list(Consumer<BinaryListing.Line> to) {
        requireArguments();
        EnvelopeListing.list(view.segment, view.offset, envelope, records, to);
        int at = envelope.argumentsOffset();
        input.wrap(view.segment, view.offset + at, view.length - at);
        try {
            BinaryListing.of(call.schema)
                    .list(
                            input,
                            line -> to.accept(new BinaryListing.Line(
                                    at + line.offset(), line.length(), line.field(), line.value())));
            input.expectEnd();
        } catch (WireException e) {
            throw new ChannelException(
                    "cannot read arguments of call channel=" + channel + " index=" + Index.toText(index()) + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /** Returns whether {@code staged} is the same call: the same method with equal arguments. */
    public boolean sameCall(StagedCall staged) {
        if (schema().equals(staged.schema())) {
            return length() == staged.length()
                    && MemorySegment.mismatch(
                                    segment(),
                                    offset(),
                                    offset() + length(),
                                    staged.segment(),
                                    staged.offset(),
                                    staged.offset() + staged.length())
                            == -1;
        }
        return yaml().equals(staged.yaml());
    }

    /** Returns the inputs taken that had no output; reused, valid until the cursor moves. */
    public ConsumedRuns consumed() {
        require(Entry.CONSUMED);
        return consumed;
    }

    /** Returns the mark. */
    public SnapshotMark mark() {
        require(Entry.SNAPSHOT);
        return mark;
    }

    /** Returns the mark of an upgrade. */
    public UpgradeMark upgrade() {
        require(Entry.UPGRADE);
        return upgrade;
    }

    /** Moves before the first record. */
    public void toStart() {
        owner.check();
        tailer.toStart();
        moved();
    }

    /** Moves to the opening of the period in force; before the first record if no period was opened. */
    public void toPeriod() {
        owner.check();
        tailer.toPeriod();
        moved();
    }

    /** Moves after the last present record. */
    public void toEnd() {
        owner.check();
        tailer.toEnd();
        moved();
    }

    /** Moves before the record at {@code index}, or returns why this is impossible. */
    public SeekResult seek(long index) {
        owner.check();
        moved();
        return tailer.seek(index);
    }

    /**
     * Moves near an index that need not be that of a record, to bisect a channel as {@link Tailer#seekNear} says:
     * before a record that starts at or before it, or before the records that follow where there is none. For walks
     * that go forward.
     */
    public SeekResult seekNear(long index) {
        owner.check();
        moved();
        return tailer.seekNear(index);
    }

    /** Moves after the record at {@code index}; throws if there is no record at {@code index}. */
    public void seekAfter(long index) {
        SeekResult result = seek(index);
        if (result != SeekResult.FOUND) {
            throw new ChannelException("record does not exist channel=" + channel + " index=" + Index.toText(index)
                    + " result=" + result + " lastIndex=" + Index.toText(lastIndex()));
        }
        Entry found = next();
        while (found != Entry.END && index() <= index) {
            found = next();
        }
        held = found != Entry.END;
    }

    /** Moves before the first call written at {@code time} or later. Any time is accepted. */
    public void seekTime(Instant time) {
        owner.check();
        moved();
        tailer.seekTime(time);
        long timeNs = EpochNs.of(time);
        Entry found = next();
        while (found != Entry.END && !(found == Entry.CALL && timeNs() >= timeNs)) {
            found = next();
        }
        held = found == Entry.CALL;
    }

    /** Sets the direction of {@link #next}. */
    public void direction(Direction direction) {
        owner.check();
        tailer.direction(direction);
    }

    /** Returns the index of the newest record; {@code Index.NONE} where there is none. */
    public long lastIndex() {
        return journal.lastIndex();
    }

    /**
     * Leaves the cursor without an owner; the next thread that moves it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /**
     * Ends the walk. Any thread may close. Where another thread is the owner and has not ended, its next call ends the
     * walk and fails. May be called again.
     */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        if (openings != null) {
            openings.close();
        }
        records.close();
        view.close();
        tailer.close();
    }

    private void moved() {
        entry = Entry.END;
        held = false;
    }

    private void requireArguments() {
        require(Entry.CALL);
        view.requireReadable();
    }

    private void require(Entry required) {
        if (entry != required) {
            throw new ChannelException("cursor is on an entry of another kind channel=" + channel + " entry=" + entry
                    + " required=" + required);
        }
    }
}
