package io.millrace.fix;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.fix.SessionTable.Column;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.topology.ColumnType;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusTable;
import io.millrace.wire.BinaryInput;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sessions that the newest calls of a journal name, and what these calls say of them. One thread. */
final class RestingSessions {

    private static final int MOST_READ = 200_000;
    private static final int MOST_MESSAGE_BYTES = 1 << 28;

    private final SessionTable table = new SessionTable();
    private final Map<String, Map<Column, Object>> rows = new HashMap<>();
    private final BinaryInput in = new BinaryInput();

    private RestingSessions() {}

    static List<StatusTable> tables(Channel channel) {
        RestingSessions sessions = new RestingSessions();
        long read = 0;
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            ChannelCursor.Entry entry = cursor.next();
            for (; entry != ChannelCursor.Entry.END && read < MOST_READ; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    read++;
                    sessions.take(cursor);
                }
            }
        }
        StatusTable engine = StatusTable.of(
                        "Engine",
                        new StatusColumn("directory", ColumnType.TEXT),
                        new StatusColumn("calls read", ColumnType.COUNT))
                .with(channel.journal().orElseThrow().directory().toString(), read);
        return List.of(sessions.table.table(), engine);
    }

    /** Takes a call, of which later ones were taken before: what a row has stays. */
    private void take(ChannelCursor cursor) {
        in.wrap(cursor.segment(), cursor.offset(), cursor.length());
        Instant at = FixSchedule.instant(cursor.timeNs());
        String index = Index.toText(cursor.index());
        switch (cursor.schema().methodName()) {
            case "application" -> {
                long number = numbered();
                Map<Column, Object> row = row(in.readString());
                set(row, Column.EXPECTS, number + 1);
                incoming(row, at, index);
            }
            case "received" -> {
                long expected = numbered();
                Map<Column, Object> row = row(in.readString());
                set(row, Column.EXPECTS, expected);
                incoming(row, at, index);
            }
            case "sent" -> {
                long number = numbered();
                in.readLong();
                Map<Column, Object> row = row(in.readString());
                set(row, Column.SENDS, number + 1);
                set(row, Column.LAST_OUT, at);
                set(row, Column.LAST_OUT_AT, index);
            }
            case "expecting" -> {
                long number = in.readLong();
                set(row(in.readString()), Column.EXPECTS, number);
            }
            case "numberedFrom" -> {
                long number = in.readLong();
                set(row(in.readString()), Column.SENDS, number);
            }
            case "known" -> {
                long expected = in.readLong();
                long next = in.readLong();
                for (int i = 0; i < 3; i++) {
                    in.readLong();
                }
                in.readString();
                Map<Column, Object> row = row(in.readString());
                set(row, Column.EXPECTS, expected);
                set(row, Column.SENDS, next);
            }
            case "loggedOn" -> {
                Map<Column, Object> row = row(in.readString());
                set(row, Column.STATE, SessionCounts.State.LOGGED_ON.name());
                set(row, Column.LOGGED_ON, at);
            }
            case "loggedOut" -> {
                Map<Column, Object> row = row(in.readString());
                set(row, Column.STATE, SessionCounts.State.DISCONNECTED.name());
                set(row, Column.DISCONNECTED, at);
            }
            default -> {
                // says nothing of what is shown
            }
        }
    }

    private long numbered() {
        long number = in.readLong();
        in.skipBytes(MOST_MESSAGE_BYTES);
        return number;
    }

    private static void incoming(Map<Column, Object> row, Instant at, String index) {
        set(row, Column.LAST_IN, at);
        set(row, Column.LAST_IN_AT, index);
    }

    private Map<Column, Object> row(String session) {
        return rows.computeIfAbsent(session, table::add);
    }

    private static void set(Map<Column, Object> row, Column column, Object value) {
        row.putIfAbsent(column, value);
    }
}
