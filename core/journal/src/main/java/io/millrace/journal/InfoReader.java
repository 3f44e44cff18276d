package io.millrace.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Gathers a {@link JournalInfo}; walks only what the sparse index does not cover. */
final class InfoReader {

    private InfoReader() {}

    static JournalInfo read(Journal journal) {
        long lastSegment = journal.end().segment();
        List<JournalInfo.Segment> segments = new ArrayList<>();
        int version = SegmentLayout.VERSION;
        for (long number : journal.store().numbers()) {
            SegmentFile segment = number <= lastSegment ? journal.store().acquireIfPresent(number) : null;
            if (segment != null) {
                version = Math.max(version, segment.prologue.version());
                segments.add(segment(journal.store(), segment));
            }
        }
        long messages = journal.messages();
        List<JournalInfo.Position> positions = new ArrayList<>();
        for (NamedPosition position : NamedPositions.list(journal.table())) {
            PositionState state = position.state();
            long read = journal.messagesBefore(state.index() == Index.NONE ? Index.NONE : state.index() + 1);
            positions.add(new JournalInfo.Position(position.name(), state, messages - read));
        }
        return new JournalInfo(
                journal.id(),
                Instant.ofEpochMilli(journal.table().createdMs()),
                version,
                List.copyOf(segments),
                journal.table().removedFrames(),
                segments.stream().mapToLong(JournalInfo.Segment::dataFrames).sum(),
                segments.stream().mapToLong(JournalInfo.Segment::metadataFrames).sum(),
                journal.firstIndex(),
                journal.lastIndex(),
                journal.syncedIndex(),
                new JournalInfo.Counters(
                        journal.table().sumOfWriters(TableLayout.WRITER_FORCES_OFFSET),
                        journal.table().sumOfWriters(TableLayout.WRITER_FORCED_NS_OFFSET),
                        journal.table().sumOfWriters(TableLayout.WRITER_FENCED_OFFSET)),
                journal.ownership(),
                member(journal.table(), segments),
                journal.period(),
                List.copyOf(positions),
                SegmentHolders.find(journal.directory(), journal.table().firstKept()));
    }

    private static Optional<JournalInfo.Member> member(JournalTable table, List<JournalInfo.Segment> segments) {
        JournalRole role = table.role();
        if (role == JournalRole.ORDINARY) {
            return Optional.empty();
        }
        int number = table.memberNumber();
        return Optional.of(new JournalInfo.Member(
                role,
                number == JournalTable.NO_NUMBER ? OptionalInt.empty() : OptionalInt.of(number),
                segments.isEmpty() ? Epoch.FIRST : segments.getLast().epoch(),
                Mark.of(table.mark())));
    }

    /** Describes a segment that is held, and releases it. */
    private static JournalInfo.Segment segment(SegmentStore store, SegmentFile segment) {
        try {
            SparseIndex index = new SparseIndex();
            SparseIndex.Entry known = index.get(segment, SparseIndex.CLOSING_ENTRY);
            if (known == null) {
                known = index.last(segment);
            }
            int at = known == null ? segment.first : known.position();
            long dataFrames = known == null ? 0 : known.dataFrames();
            long metadataFrames = known == null ? 0 : known.metadataFrames();
            while (true) {
                long header = segment.headerAcquire(at);
                int state = FrameLayout.state(header);
                if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED || state == FrameLayout.END) {
                    boolean ended = state == FrameLayout.END;
                    if (!ended) {
                        new EndCheck(store).check(segment, at, header);
                    }
                    return new JournalInfo.Segment(
                            segment.number,
                            segment.epoch(),
                            segment.sizeBytes(),
                            at,
                            dataFrames,
                            metadataFrames,
                            ended);
                }
                dataFrames += state == FrameLayout.DATA ? 1 : 0;
                metadataFrames += state == FrameLayout.METADATA ? 1 : 0;
                at = segment.next(at, header);
            }
        } finally {
            store.release(segment);
        }
    }
}
