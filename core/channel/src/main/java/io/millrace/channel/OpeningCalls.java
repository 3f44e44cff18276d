package io.millrace.channel;

import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.BinaryInput;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Decides which calls of openings a reader is given. An opening stands for everything before it, so it is for those who
 * start there: whoever has met a call before passes over it. As its writer may be killed in the middle, one who starts
 * there waits for the end mark, and passes over an opening that was given up. For one thread.
 */
final class OpeningCalls implements AutoCloseable {

    private final Journal journal;
    private final BinaryInput input = new BinaryInput();
    private Tailer ahead;
    private boolean started;
    private boolean passing;
    private long waitsAt = Index.NONE;

    OpeningCalls(Journal journal) {
        this.journal = journal;
    }

    /** Forgets what was met; the reader stands before something that it has not met. */
    void restart() {
        started = false;
        passing = false;
        waitsAt = Index.NONE;
    }

    /** As {@link #restart}, where the reader stands behind calls that it has met. */
    void continues() {
        restart();
        started = true;
    }

    /** Takes a look at a metadata frame that the reader stands on. */
    void meet(Tailer tailer) {
        mark(tailer).ifPresent(mark -> {
            waitsAt = mark.edge() == Edge.BEGIN && !started ? tailer.index() : Index.NONE;
            passing = mark.edge() == Edge.BEGIN && started;
        });
    }

    /** Tells whether the call that the reader stands on is one to pass over; it is met if not. */
    boolean passes() {
        started |= !passing;
        return passing;
    }

    /** Returns whether the reader can go no further before the opening in front of it is complete. */
    boolean waits() {
        if (waitsAt == Index.NONE) {
            return false;
        }
        Optional<SnapshotMark> mark = markBehind(waitsAt);
        if (mark.isPresent()) {
            waitsAt = Index.NONE;
            boolean complete = mark.get().edge() == Edge.END;
            started = complete;
            passing = !complete;
        }
        return mark.isEmpty();
    }

    /** Looks for the mark that follows the one at {@code begin}. */
    private Optional<SnapshotMark> markBehind(long begin) {
        if (ahead == null) {
            ahead = journal.tailer(TailerOptions.defaults()
                    .withMetadata(MetadataFrames.INCLUDE)
                    .withOwnerCheck(OwnerCheck.OFF));
        }
        if (ahead.seek(begin) != SeekResult.FOUND || ahead.read() != Read.MESSAGE) {
            throw new ChannelException("retention removed the opening of a period before it was read directory="
                    + journal.directory() + " index=" + Index.toText(begin));
        }
        while (ahead.read() == Read.MESSAGE) {
            Optional<SnapshotMark> mark = ahead.kind() == FrameKind.METADATA ? mark(ahead) : Optional.empty();
            if (mark.isPresent()) {
                return mark;
            }
        }
        return Optional.empty();
    }

    private Optional<SnapshotMark> mark(Tailer tailer) {
        boolean isMark = tailer.length() > 0
                && tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset()) == MetadataKind.SNAPSHOT.code();
        return isMark
                ? Optional.of(
                        Metadata.readSnapshot(input.wrap(tailer.segment(), tailer.offset() + 1, tailer.length() - 1)))
                : Optional.empty();
    }

    @Override
    public void close() {
        if (ahead != null) {
            ahead.close();
        }
    }
}
