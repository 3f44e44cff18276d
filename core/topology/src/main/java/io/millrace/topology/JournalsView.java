package io.millrace.topology;

import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalInfo;
import io.millrace.journal.PositionState;
import io.millrace.service.ErrorReports;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The view {@code journals}: what the files of the journals hold, their forces, readers and holders. */
public final class JournalsView implements StatusView {

    private static final int MAX_SEGMENTS = 1_000;

    private static final List<StatusColumn> JOURNALS = List.of(
            new StatusColumn("channel", ColumnType.TEXT),
            new StatusColumn("journal", ColumnType.TEXT),
            new StatusColumn("created", ColumnType.TIME),
            new StatusColumn("messages", ColumnType.COUNT),
            new StatusColumn("removed", ColumnType.COUNT),
            new StatusColumn("used", ColumnType.BYTES),
            new StatusColumn("on disk", ColumnType.BYTES),
            new StatusColumn("segments", ColumnType.COUNT),
            new StatusColumn("synced up to", ColumnType.TEXT),
            new StatusColumn("forces", ColumnType.COUNT),
            new StatusColumn("mean force", ColumnType.NANOSECONDS),
            new StatusColumn("fenced", ColumnType.COUNT),
            new StatusColumn("state", ColumnType.STATE));

    private static final List<StatusColumn> READERS = List.of(
            new StatusColumn("channel", ColumnType.TEXT),
            new StatusColumn("position", ColumnType.TEXT),
            new StatusColumn("index", ColumnType.TEXT),
            new StatusColumn("unread", ColumnType.COUNT),
            new StatusColumn("state", ColumnType.STATE));

    private static final List<StatusColumn> SEGMENTS = List.of(
            new StatusColumn("channel", ColumnType.TEXT),
            new StatusColumn("segment", ColumnType.COUNT),
            new StatusColumn("messages", ColumnType.COUNT),
            new StatusColumn("used", ColumnType.BYTES),
            new StatusColumn("on disk", ColumnType.BYTES),
            new StatusColumn("state", ColumnType.STATE));

    /** Creates the view. */
    public JournalsView() {}

    @Override
    public String name() {
        return "journals";
    }

    @Override
    public String title() {
        return "Journals";
    }

    @Override
    public List<StatusTable> tables(StatusSource source) {
        List<List<Object>> journals = new ArrayList<>();
        List<List<Object>> segments = new ArrayList<>();
        List<List<Object>> readers = new ArrayList<>();
        source.journals().forEach((name, journal) -> {
            try {
                add(name, journal, journals, segments, readers);
            } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
                List<Object> row = new ArrayList<>(Collections.nCopies(JOURNALS.size(), null));
                row.set(0, name);
                row.set(row.size() - 1, ErrorReports.text(e));
                journals.add(row);
            }
        });
        return List.of(
                new StatusTable("Journals", JOURNALS, journals),
                new StatusTable("Named positions", READERS, readers),
                new StatusTable("Segments", SEGMENTS, segments));
    }

    private static void add(
            String name,
            Journal journal,
            List<List<Object>> journals,
            List<List<Object>> segments,
            List<List<Object>> readers) {
        JournalInfo info = journal.info();
        long used = info.segments().stream()
                .mapToLong(JournalInfo.Segment::usedBytes)
                .sum();
        long size = info.segments().stream()
                .mapToLong(JournalInfo.Segment::sizeBytes)
                .sum();
        long forces = info.counters().forces();
        journals.add(Arrays.asList(
                name,
                info.id().toString(),
                info.created(),
                info.removedFrames() + info.dataFrames(),
                info.removedFrames(),
                used,
                size,
                (long) info.segments().size(),
                Index.toText(info.syncedIndex()),
                forces,
                forces == 0 ? null : (Long) (info.counters().forcedNs() / forces),
                info.counters().fenced(),
                "ok"));
        for (JournalInfo.Position position : info.positions()) {
            String state = switch (position.state()) {
                case PositionState.NeverRead _ -> "never read";
                case PositionState.Parked _ -> "parked";
                case PositionState.At _ -> "reading";
            };
            boolean isRestart = RestartPosition.service(position.name()).isPresent();
            readers.add(Arrays.asList(
                    name,
                    position.name(),
                    Index.toText(position.state().index()),
                    isRestart ? null : position.unread(), // what is kept, and not how far the service has read
                    isRestart ? "kept for a restart" : state));
        }
        int first = Math.max(0, info.segments().size() - MAX_SEGMENTS);
        for (JournalInfo.Segment segment :
                info.segments().subList(first, info.segments().size())) {
            segments.add(List.of(
                    name,
                    segment.number(),
                    segment.dataFrames(),
                    segment.usedBytes(),
                    segment.sizeBytes(),
                    segment.ended() ? "ended" : "open"));
        }
    }
}
