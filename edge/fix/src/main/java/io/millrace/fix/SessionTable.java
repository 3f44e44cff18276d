package io.millrace.fix;

import io.millrace.fix.SessionCounts.Value;
import io.millrace.journal.Index;
import io.millrace.topology.ColumnType;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The table of sessions: rows of runs have all columns, and those of journals at rest what these say. */
final class SessionTable {

    /** The columns. */
    enum Column {
        SESSION(ColumnType.TEXT),
        NAME(ColumnType.TEXT),
        ROLE(ColumnType.TEXT),
        /** {@code yes} for a session that a template has made, which comes when it likes. */
        DYNAMIC(ColumnType.TEXT),
        STATE(ColumnType.STATE),
        /** {@code open} or {@code closed}, as the schedule says. */
        SCHEDULE(ColumnType.STATE),
        /** When the schedule changes next; empty for one that is always open. */
        CHANGES(ColumnType.TIME),
        EXPECTS(ColumnType.COUNT),
        SENDS(ColumnType.COUNT),
        MISSING(ColumnType.COUNT),
        RECEIVED(ColumnType.COUNT),
        SENT(ColumnType.COUNT),
        REJECTS_IN(ColumnType.COUNT),
        REJECTS_OUT(ColumnType.COUNT),
        RESENDS_IN(ColumnType.COUNT),
        RESENDS_OUT(ColumnType.COUNT),
        LAST_IN(ColumnType.TIME),
        LAST_IN_AT(ColumnType.TEXT),
        LAST_OUT(ColumnType.TIME),
        LAST_OUT_AT(ColumnType.TEXT),
        LOGGED_ON(ColumnType.TIME),
        DISCONNECTED(ColumnType.TIME),
        REASON(ColumnType.TEXT),
        PEER(ColumnType.TEXT);

        private final ColumnType type;

        Column(ColumnType type) {
            this.type = type;
        }
    }

    private static final List<StatusColumn> COLUMNS = Arrays.stream(Column.values())
            .map(each -> new StatusColumn(each.name(), each.type))
            .toList();

    private final List<Map<Column, Object>> rows = new ArrayList<>();

    StatusTable table() {
        List<List<Object>> cells = new ArrayList<>();
        for (Map<Column, Object> row : rows) {
            cells.add(Arrays.stream(Column.values()).map(row::get).toList());
        }
        return new StatusTable("Sessions", COLUMNS, cells);
    }

    /** Adds a row without values but the name of the session. */
    Map<Column, Object> add(String session) {
        Map<Column, Object> row = new EnumMap<>(Column.class);
        row.put(Column.SESSION, session);
        rows.add(row);
        return row;
    }

    /** Adds a session of a run, and returns its row. */
    Map<Column, Object> add(String name, FixSession session, Instant now) {
        FixSettings settings = session.settings();
        SessionCounts counts = session.counts();
        Map<Column, Object> row = add(settings.id().toString());
        row.put(Column.NAME, name);
        row.put(Column.ROLE, settings.role().name());
        row.put(Column.STATE, counts.state().name());
        FixSchedule.Period period = settings.schedule().periodAt(now);
        row.put(Column.SCHEDULE, period == null ? "closed" : "open");
        if (!settings.schedule().isNonStop()) {
            FixSchedule.Period changes = period == null ? settings.schedule().nextAfter(now) : period;
            row.put(Column.CHANGES, period == null ? changes.start() : changes.end());
        }
        row.put(Column.EXPECTS, counts.get(Value.NEXT_INCOMING));
        row.put(Column.SENDS, counts.get(Value.NEXT_OUTGOING));
        row.put(Column.MISSING, counts.get(Value.MISSING));
        row.put(Column.RECEIVED, counts.get(Value.RECEIVED));
        row.put(Column.SENT, counts.get(Value.SENT));
        row.put(Column.REJECTS_IN, counts.get(Value.REJECTS_RECEIVED));
        row.put(Column.REJECTS_OUT, counts.get(Value.REJECTS_SENT));
        row.put(Column.RESENDS_IN, counts.get(Value.RESENDS_RECEIVED));
        row.put(Column.RESENDS_OUT, counts.get(Value.RESENDS_SENT));
        row.put(Column.LAST_IN, time(counts.get(Value.LAST_IN_NS)));
        row.put(Column.LAST_IN_AT, index(counts.get(Value.LAST_IN_INDEX)));
        row.put(Column.LAST_OUT, time(counts.get(Value.LAST_OUT_NS)));
        row.put(Column.LAST_OUT_AT, index(counts.get(Value.LAST_OUT_INDEX)));
        row.put(Column.LOGGED_ON, time(counts.get(Value.LOGGED_ON_NS)));
        row.put(Column.DISCONNECTED, time(counts.get(Value.DISCONNECTED_NS)));
        row.put(Column.REASON, counts.reason());
        row.put(Column.PEER, counts.peer());
        return row;
    }

    private static Instant time(long timeNs) {
        return timeNs == 0 ? null : FixSchedule.instant(timeNs);
    }

    private static String index(long index) {
        return index == Index.NONE ? null : Index.toText(index);
    }
}
