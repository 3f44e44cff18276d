package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.Optional;

/** What an output channel says about the inputs that it was made from, read from its end. */
final class TakenInputs {

    private TakenInputs() {}

    /** Returns the newest input of a channel that the output knows of, {@code Index.NONE} where it knows of none. */
    static long newest(Channel output, Source source) {
        try (ChannelCursor cursor = fromEnd(output)) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                long index = switch (entry) {
                    case CALL -> newest(cursor.history(), source);
                    case CONSUMED -> newest(cursor.consumed(), source);
                    case SNAPSHOT -> newest(cursor.mark(), source);
                    case UPGRADE, END -> Index.NONE;
                };
                if (index != Index.NONE) {
                    return index;
                }
            }
        }
        return Index.NONE;
    }

    /** Returns the position of the record that an input was skipped; empty where it was not. */
    static Optional<String> skipped(Channel output, Source source, long index) {
        try (ChannelCursor cursor = fromEnd(output)) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                long newest = entry == Entry.CALL ? newest(cursor.history(), source) : Index.NONE;
                if (newest == index && RecordWriter.isSkipped(cursor.schema())) {
                    return Optional.of(InputPosition.text(output.source(), cursor.index()));
                }
                if (newest != Index.NONE && newest < index) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private static ChannelCursor fromEnd(Channel output) {
        ChannelCursor cursor = output.cursor();
        cursor.direction(Direction.BACKWARD);
        cursor.toEnd();
        return cursor;
    }

    private static long newest(History history, Source source) {
        int newest = history.size() - 1;
        return newest >= 0 && history.source(newest).sameStream(source) ? history.index(newest) : Index.NONE;
    }

    private static long newest(ConsumedRuns runs, Source source) {
        for (int run = runs.size() - 1; run >= 0; run--) {
            if (runs.source(run).sameStream(source)) {
                return runs.to(run);
            }
        }
        return Index.NONE;
    }

    private static long newest(SnapshotMark mark, Source source) {
        for (SnapshotMark.Position position : mark.positions()) {
            if (position.source().sameStream(source)) {
                return position.index();
            }
        }
        return Index.NONE;
    }
}
