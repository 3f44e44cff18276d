package io.millrace.map;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Period;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the oldest segments of a map's journal be removed, in small steps before changes.
 *
 * <p>While the journal is larger than one and a half times its live frames and a segment, each change first puts the
 * oldest entries again, by calls {@code kept}: about four times its own bytes of them, at least one. What is put again
 * and when depends on the calls in the log and on the change alone; there is no clock, no thread and no random number.
 *
 * <p>Once the oldest segments have no live frame, a call {@code compacted} names the first segment that is still
 * needed. When this call is on the storage device, and so all calls that have replaced the older frames, that segment
 * begins the period in force; only then does retention remove the segments before it. Segments are removed from the
 * oldest on, and the table of the journal states that before a file goes. So a put is never removed later than the
 * removal of its key, and removed keys do not come back.
 */
final class Compactor {

    private static final int EFFORT = 4;

    /** Bytes of a frame besides its arguments, about. */
    private static final int FRAME_BYTES = 40;

    private static final ValuesCodec COMPACTED = Wire.closed()
            .values(
                    MapForm.INTERFACE,
                    MapForm.COMPACTED,
                    List.of(
                            new DeclaredValue(MapForm.PARAMETER_VERSION, int.class, Compactor.class),
                            new DeclaredValue(MapForm.PARAMETER_SEGMENT, long.class, Compactor.class)));

    private final MapStore store;
    private final Journal journal;
    private final ChangeWriter writer;
    private LiveFrames live = new LiveFrames();
    private final KeyLookup oldest;
    private final List<CallSchema> kept = new ArrayList<>();
    private final long slackBytes;
    private final long mostBytes;

    /** The segment that the last call {@code compacted} has named. */
    private long recorded;

    /** An entry that is too large for the segments of this opening; nothing is put again while it is the oldest. */
    private long tooLarge = Index.NONE;

    Compactor(MapStore store, Channel channel, ChangeWriter writer) {
        this.store = store;
        this.journal = channel.journal().orElseThrow();
        this.writer = writer;
        this.oldest = store.newLookup();
        this.slackBytes = store.options().segmentSizeBytes();
        this.mostBytes = MapDirectory.mostEntryBytes(store.options());
    }

    /** Notes an entry that was put, or a removal, with what it has replaced in the index. */
    void entry(MapCall call, long frame, long bytes, MapIndex index) {
        live.reach(frame, bytes);
        if (index.replaced() != Index.NONE) {
            live.remove(index.replaced(), index.replacedBytes());
        }
        if (call != MapCall.REMOVED) {
            live.add(frame, bytes);
        }
    }

    /** Notes a call {@code compacted} of the log. */
    void recorded(long segment, long index, long bytes) {
        live.reach(index, bytes);
        if (segment <= Index.segment(index)) { // else it is of the journal from which this one was imported
            recorded = Math.max(recorded, segment);
        }
    }

    /** Forgets all calls: the log is read again. */
    void restarted() {
        live = new LiveFrames();
        recorded = 0;
        tooLarge = Index.NONE;
    }

    /** Puts the period in force that an earlier opening has recorded and not put in force. */
    void start() {
        recorded = Math.min(recorded, live.firstSegment());
        long present = journal.period().map(Period::opening).orElse(Index.NONE);
        if (recorded > 0 && (present == Index.NONE || Index.segment(present) < recorded)) {
            openPeriod(recorded);
        }
    }

    /**
     * Makes the next step.
     *
     * @param bytes the bytes of the arguments of the change that follows
     */
    void beforeChange(long bytes) {
        if (live.firstSegment() <= recorded && !isDue()) {
            return;
        }
        store.applyAll(); // what a change that failed has published: no older value may be put again after it
        if (live.firstSegment() > recorded) {
            record(live.firstSegment());
        }
        long budget = EFFORT * (bytes + FRAME_BYTES);
        while (budget > 0 && isDue()) {
            budget -= putOldest();
        }
    }

    private boolean isDue() {
        return live.segments() > 1
                && live.extentBytes() > live.liveBytes() * 3 / 2 + slackBytes
                && live.oldest() != tooLarge;
    }

    private void record(long segment) {
        BinaryOutput out = oldest.output;
        out.reset();
        COMPACTED.write(out, MapForm.VERSION, segment);
        writer.publish(COMPACTED.schema(), out.segment(), out.start(), out.length());
        store.reached(MapPoint.COMPACTION_RECORDED);
        openPeriod(segment);
    }

    private void openPeriod(long segment) {
        long first = firstIndex(segment);
        if (first != Index.NONE) {
            writer.openPeriod(first, store.readIndex());
        }
    }

    /** Returns the index of the first frame of a segment, {@link Index#NONE} where another writer has removed it. */
    private long firstIndex(long segment) {
        TailerOptions all =
                TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE).withMark(MarkPolicy.NEVER);
        try (Tailer tailer = journal.tailer(all)) {
            SeekResult result = tailer.seekNear(Index.of(segment, 0));
            if (result == SeekResult.BEFORE_START && writer.isShared()) {
                return Index.NONE;
            }
            if (result != SeekResult.FOUND || tailer.read() != Read.MESSAGE) {
                throw MapDirectory.lost(store.directory(), Index.of(segment, 0), SeekResult.NOT_A_FRAME);
            }
            return tailer.index();
        }
    }

    /** Puts the oldest entry again, and returns the bytes of its frame; 0 where it is too large. */
    private long putOldest() {
        long frame = live.oldest();
        oldest.moveTo(frame);
        int bytes = oldest.frames().length();
        if (bytes > mostBytes) {
            tooLarge = frame;
            return 0;
        }
        CallSchema schema = kept(form(frame));
        long frameBytes = oldest.frameBytes();
        MemorySegment arguments = oldest.frames().segment();
        long offset = oldest.frames().offset();
        if (writer.isShared()) { // its segment may be removed while the calls before are applied
            byte[] key = oldest.bytes();
            oldest.use(MemorySegment.ofArray(key), 0, key.length).expect(frame);
        }
        writer.publishIf(schema, arguments, offset, bytes, oldest);
        store.reached(MapPoint.ENTRY_KEPT);
        return frameBytes;
    }

    /** Returns the number of the form of an entry: the one by which its key leads to its frame. */
    private int form(long frame) {
        MapForm[] forms = store.forms();
        for (int i = forms.length - 1; i >= 0; i--) {
            oldest.moveTo(frame);
            if (leads(forms[i], frame)) {
                return oldest.form();
            }
        }
        throw MapDirectory.lost(store.directory(), frame, SeekResult.NOT_A_FRAME);
    }

    private boolean leads(MapForm form, long frame) {
        try {
            int length = form.keyLength(oldest.whole());
            return store.index().find(oldest.useFrame(length))
                    && oldest.frames().index() == frame;
        } catch (WireException e) { // the key has another type
            return false;
        }
    }

    private CallSchema kept(int form) {
        while (kept.size() < form) {
            kept.add(MapForm.named(MapForm.KEPT, store.forms()[kept.size()].schema()));
        }
        return kept.get(form - 1);
    }

    void close() {
        oldest.close();
    }
}
