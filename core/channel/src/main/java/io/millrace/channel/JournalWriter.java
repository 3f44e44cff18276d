package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Appender;
import io.millrace.journal.BatchEncryption;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Writes calls to a journal.
 *
 * <p>Arguments are encoded straight into the appender's batch, after an envelope. An envelope depends on its segment
 * only by the numbers of schema and source records, which are positions in that segment. So there are two paths:
 *
 * <ul>
 *   <li>All numbers are known, and the batch fits into the segment of these numbers: the batch is published unchanged.
 *       No lock, no look-up in a map, one clock reading.
 *   <li>A number is missing, or the journal has continued in another segment, or the group is too large for one batch:
 *       the arguments are saved, the missing records are published, and the frames are laid out again with new
 *       envelopes and published, in parts if need be. The component is not called again. This happens a few times a
 *       segment.
 * </ul>
 */
final class JournalWriter extends EncodedWriter implements JournalChannelWriter {

    /** More runs of consumed inputs than this do not wait for the next output. */
    static final int MAX_PENDING_RUNS = 256;

    /** Bytes of a short call besides its envelope; a longer call asks for more while it is encoded. */
    private static final int ARGUMENTS_HINT = 512;

    /** How often in a row a batch may find that its segment has just ended. */
    private static final int MAX_ROLLS = 8;

    private final JournalChannel channel;
    private final Appender appender;
    private final FrameBatch batch;
    private final CallTable calls = new CallTable();
    private final WriterSources sources = new WriterSources();
    private final ConsumedRuns pending = new ConsumedRuns();
    private final PendingPeriods periods;
    private final RecordRegistration registration;
    private final StagedFrames.PayloadOffsets payloads = this::payloadOffset;

    /** Null where the channel is not encrypted, as are the subjects. */
    private final BatchEncryption encryption;

    private final CallSubjects subjects;

    /** Whether a staged call needs a schema or key record that the segment lacks. */
    private boolean recordMissing;

    /** Asked where a call would be published; null where it is published anyhow. */
    private LongPredicate condition;

    /** The index of the last call outside a group; {@link Index#NONE} if its condition did not hold. */
    private long published = Index.NONE;

    private long segment = -1;
    private int framesBefore;
    private long payloadAt;
    private long argumentsAt;
    private long stagedBytes;

    JournalWriter(JournalChannel channel, Appender appender, BatchEncryption encryption, OwnerCheck ownerCheck) {
        super(channel, channel.options(), ownerCheck);
        this.channel = channel;
        this.appender = appender;
        this.batch = appender.batch();
        this.encryption = encryption;
        this.subjects = channel.options()
                .encryption()
                .map(by -> new CallSubjects(channel.name(), by))
                .orElse(null);
        this.periods = new PendingPeriods(channel.open());
        this.registration = new RecordRegistration(appender, calls, sources, encryption);
    }

    @Override
    int callOf(CallSchema schema) {
        return calls.add(schema);
    }

    @Override
    void prepareGroup() {
        forget();
    }

    @Override
    StagedCall view(StagedCall view, int number) {
        return view.set(
                calls.schema(frames.call(number)),
                batch.memory(),
                payloadOffset(number) + frames.offset(number),
                frames.length(number));
    }

    @Override
    public Optional<JournalChannelWriter> journalWriter() {
        return Optional.of(this);
    }

    @Override
    public long commit() {
        return commitAfter(NONE_WRITTEN);
    }

    @Override
    public long commitAfter(int written) {
        owner.check();
        requireGroup();
        if (written < 0 || written > frames.size()) {
            throw new ChannelException("number of written calls is greater than the group channel=" + channel.name()
                    + " written=" + written + " staged=" + frames.size());
        }
        long first = Index.NONE;
        if (written < frames.size()) {
            first = publish(written);
        } else if (frames.size() == 0) {
            pending.add(input.source(), input.index());
        }
        forget();
        if (pending.size() >= MAX_PENDING_RUNS) {
            checkpoint();
        }
        return first;
    }

    @Override
    public long callIf(CallSchema schema, MemorySegment arguments, long offset, int length, LongPredicate holds) {
        owner.check();
        requireNoGroup();
        condition = Objects.requireNonNull(holds, "condition");
        try {
            call(schema, arguments, offset, length);
            return published;
        } finally {
            condition = null;
        }
    }

    @Override
    public long commitIf(LongPredicate holds) {
        owner.check();
        requireGroup();
        condition = Objects.requireNonNull(holds, "condition");
        try {
            long first = publish(NONE_WRITTEN);
            forget();
            return first == Index.NONE ? Index.NONE : appender.lastIndex();
        } finally {
            condition = null;
        }
    }

    @Override
    public int pendingRuns() {
        return pending.size();
    }

    @Override
    public void checkpoint() {
        owner.check();
        requireNoGroup();
        for (int rolls = 0; pending.size() > 0; rolls++) {
            checkRolls(rolls);
            batch.clear();
            useSegment();
            if (register()) {
                registration.stage(pending);
                if (appender.publish(segment) != Appender.ROLLED) {
                    pending.clear();
                }
            }
        }
        batch.clear();
    }

    @Override
    public long mark(SnapshotMark mark) {
        return publish(Metadata.snapshot(mark));
    }

    @Override
    public long mark(UpgradeMark mark) {
        return publish(Metadata.upgrade(mark));
    }

    /** Publishes the record of the end. */
    void end(ChannelEnd end) {
        publish(Metadata.end(end));
    }

    private long publish(byte[] record) {
        owner.check();
        requireNoGroup();
        for (int rolls = 0; ; rolls++) {
            checkRolls(rolls);
            batch.clear();
            useSegment();
            registration.stage(record);
            long index = appender.publish(segment);
            if (index != Appender.ROLLED) {
                batch.clear();
                return index;
            }
        }
    }

    @Override
    public long beginPeriod(SnapshotMark begin) {
        requireNoGroup();
        checkpoint();
        appender.startSegment();
        return mark(begin);
    }

    @Override
    public void openPeriod(long begin, long end) {
        owner.check();
        periods.add(begin, end);
        appender.onSynced(end, periods::openUnlessClosed);
    }

    @Override
    public void awaitPeriods() {
        sync();
        periods.open(channel.open().syncedIndex());
    }

    @Override
    public long lastIndex() {
        return channel.lastIndex();
    }

    @Override
    public void sync() {
        if (lastIndex() != Index.NONE) {
            appender.awaitSynced(lastIndex());
        }
    }

    @Override
    public boolean hasCapacity() {
        return true;
    }

    @Override
    void release() {
        forget();
        if (encryption != null) {
            encryption.close();
        }
        appender.close();
        channel.closed();
    }

    @Override
    BinaryOutput start(int call) {
        begin(call);
        // A client's first call in this segment. A restart only compares its groups, and must change nothing by that.
        if (written > 0 && sources.missing() > 0 && frames.size() == 0) {
            registration.registerSources(segment);
            batch.clear();
            begin(call);
        }
        argumentsAt = output.position();
        return output;
    }

    private void begin(int call) {
        if (batch.frames() == 0) {
            useSegment();
            if (pending.size() > 0 && inGroup) {
                registration.stage(pending);
            }
            framesBefore = batch.frames();
        }
        payloadAt = batch.begin(FrameKind.DATA, Envelope.MAX_BYTES + ARGUMENTS_HINT);
        long number = calls.number(call);
        recordMissing |= number == 0;
        envelope(number, frames.size());
    }

    @Override
    void finish(int call, long end) {
        int length = (int) (end - payloadAt);
        int argumentsLength = (int) (end - argumentsAt);
        String subject = null;
        if (encryption != null) {
            subject = subjects.of(call, calls, batch.memory(), argumentsAt, argumentsLength);
            recordMissing |= !encryption.subject(segment, subject);
            encryption.clearBytes((int) (argumentsAt - payloadAt));
            stagedBytes += BatchEncryption.OVERHEAD_BYTES;
        }
        frames.add(call, argumentsAt - payloadAt, argumentsLength, subject);
        batch.end(length);
        stagedBytes += length;
        if (!inGroup) {
            try {
                published = publish(NONE_WRITTEN);
            } finally {
                forget();
            }
        }
    }

    private void envelope(long callNumber, int frame) {
        envelope(batch.memory(), payloadAt, payloadAt + batch.capacity(), callNumber, frame, sources);
    }

    @Override
    long copyArguments(MemorySegment from, long offset, int length) {
        long written = output.position() - payloadAt;
        if (batch.capacity() < written + length) {
            grow(output, length);
        }
        MemorySegment.copy(from, offset, batch.memory(), output.position(), length);
        return output.position() + length;
    }

    @Override
    void grow(BinaryOutput full, long neededBytes) {
        long written = full.position() - payloadAt;
        batch.grow(Math.toIntExact(written + neededBytes));
        full.relocate(batch.memory(), full.start(), payloadAt + batch.capacity());
    }

    private long payloadOffset(int frame) {
        return batch.payloadOffset(framesBefore + frame);
    }

    /** Publishes the staged calls from {@code from} on; returns the index of the first of them. */
    private long publish(int from) {
        long nowNs = clock.nowNs();
        boolean known = !recordMissing && sources.missing() == 0;
        boolean asItStands = from == 0 && known && (condition != null || stagedBytes <= partBytes());
        if (asItStands) {
            stamp(0, nowNs);
            long at = publishStaged();
            if (at == Appender.REFUSED) {
                return Index.NONE;
            }
            if (at != Appender.ROLLED) {
                pending.clear();
                written += frames.size();
                return batch.index(framesBefore);
            }
        }
        frames.saveArguments(batch.memory(), payloads);
        return publishAgain(from, nowNs);
    }

    private long publishAgain(int from, long nowNs) {
        long first = Index.NONE;
        int next = from;
        int rolls = 0;
        while (next < frames.size()) {
            checkRolls(rolls++);
            batch.clear();
            useSegment();
            if (!register()) {
                continue;
            }
            int end = stageFrom(next);
            stamp(next, nowNs);
            long at = publishStaged();
            if (at == Appender.REFUSED) {
                return Index.NONE;
            }
            if (at != Appender.ROLLED) {
                if (next == 0) {
                    pending.clear();
                }
                if (first == Index.NONE) {
                    first = batch.index(framesBefore);
                }
                written += end - next;
                next = end;
                rolls = 0;
            }
        }
        return first;
    }

    private long publishStaged() {
        return condition == null ? appender.publish(segment) : appender.publishIf(segment, condition);
    }

    /** Lays out saved calls from {@code next} on, as many as make up one part; returns the first one left. */
    private int stageFrom(int next) {
        if (next == 0 && inGroup && pending.size() > 0) {
            registration.stage(pending);
        }
        framesBefore = batch.frames();
        long bytes = 0;
        int frame = next;
        while (frame < frames.size()) {
            bytes += frames.length(frame) + Envelope.MAX_BYTES;
            if (frame > next && bytes > partBytes() && condition == null) {
                break;
            }
            payloadAt = batch.begin(FrameKind.DATA, frames.length(frame) + Envelope.MAX_BYTES);
            envelope(calls.number(frames.call(frame)), frame);
            if (encryption != null) {
                encryption.subject(segment, frames.subject(frame));
                encryption.clearBytes((int) (output.position() - payloadAt));
            }
            long end = copyArguments(frames.saved(), frames.offset(frame), frames.length(frame));
            batch.end((int) (end - payloadAt));
            frame++;
        }
        return frame;
    }

    /** Sets the time of the frames in the batch, and marks the group's last call if it is among them. */
    private void stamp(int firstFrame, long nowNs) {
        MemorySegment memory = batch.memory();
        int count = batch.frames() - framesBefore;
        for (int i = 0; i < count; i++) {
            long at = batch.payloadOffset(framesBefore + i);
            Envelope.stamp(memory, at, nowNs);
            if (firstFrame + i == frames.size() - 1) {
                Envelope.markLast(memory, at);
            }
        }
    }

    /** Publishes the records that the segment lacks; returns whether it has all of them now and has not ended. */
    private boolean register() {
        boolean registered = registration.register(segment, frames, inGroup ? input : null, pending);
        recordMissing &= !registered;
        return registered;
    }

    /** Selects the segment that the next frame would be in. */
    private void useSegment() {
        long current = appender.segment();
        if (current != segment) {
            segment = current;
            calls.forgetNumbers();
            sources.forgetNumbers();
        }
    }

    private long partBytes() {
        return 2L * appender.maxFrameLength();
    }

    @Override
    void forget() {
        inGroup = false;
        recordMissing = false;
        stagedBytes = 0;
        frames.clear();
        if (batch.frames() > 0) {
            batch.clear();
        }
    }

    private void checkRolls(int rolls) {
        if (rolls > MAX_ROLLS) {
            throw new ChannelException("group does not fit into a segment channel=" + channel.name() + " calls="
                    + frames.size() + " bytes=" + stagedBytes + " segment=" + segment);
        }
    }
}
