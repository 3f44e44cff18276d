package io.millrace.channel;

import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.BinaryInput;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Decides which calls of openings a reader gets. An opening replaces everything before it, so it is for readers that
 * start there: a reader that has read a call before it skips the opening. Since its writer may be killed in the middle,
 * a reader that starts there waits for the end mark, and skips an opening that was given up. For one thread.
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

    /** Resets this for a reader that has read nothing before its position. */
    void restart() {
        started = false;
        passing = false;
        waitsAt = Index.NONE;
    }

    /** Resets this as {@link #restart} does, for a reader that has read the calls before its position. */
    void continues() {
        restart();
        started = true;
    }

    /** Notes the reader's current metadata frame. */
    void meet(Tailer tailer) {
        mark(tailer).ifPresent(mark -> {
            waitsAt = mark.edge() == Edge.BEGIN && !started ? tailer.index() : Index.NONE;
            passing = mark.edge() == Edge.BEGIN && started;
        });
    }

    /** Returns whether the reader's current call is skipped; it counts as read if not. */
    boolean passes() {
        started |= !passing;
        return passing;
    }

    /** Returns whether the reader must wait until the next opening is complete. */
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

    /** Searches for the mark after the one at {@code begin}. */
    private Optional<SnapshotMark> markBehind(long begin) {
        if (ahead == null) {
            ahead = journal.tailer(TailerOptions.defaults()
                    .withMetadata(MetadataFrames.INCLUDE)
                    .withMark(MarkPolicy.NEVER)
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
