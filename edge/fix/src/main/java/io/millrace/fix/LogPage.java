package io.millrace.fix;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.SeekResult;
import io.millrace.topology.ColumnType;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusTable;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One page of a search in the journal of an engine. The question has {@code session}, {@code types} (with commas),
 * {@code fields} and {@code orders} (lines) as {@link FixLog.Filter} has them; {@code from} and {@code to}, times;
 * {@code direction}, {@code forward} or {@code backward}; {@code at}, the index where an earlier page has ended; and
 * {@code limit}. A page reads a bounded number of calls for a bounded time, and says where the next one continues.
 */
final class LogPage {

    private static final int MOST_SHOWN = 500;
    private static final int USUALLY_SHOWN = 50;
    private static final int MOST_READ = 100_000;
    private static final long MOST_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final int CLOCK_EVERY = 64;
    private static final int MOST_CHARS = 2_000;

    private final Channel channel;
    private final FixLog log;
    private final boolean isBackward;
    private final Optional<Instant> from;
    private final Optional<Instant> to;
    private final Optional<String> at;
    private final int limit;
    private long read;
    private Optional<String> next = Optional.empty();
    private StatusTable messages = StatusTable.of(
            "Messages",
            new StatusColumn("index", ColumnType.TEXT),
            new StatusColumn("time", ColumnType.TIME),
            new StatusColumn("session", ColumnType.TEXT),
            new StatusColumn("direction", ColumnType.STATE),
            new StatusColumn("message", ColumnType.TEXT));

    /**
     * Takes a question.
     *
     * @throws IllegalArgumentException if it is wrong
     */
    LogPage(Channel channel, Map<String, String> query, Function<String, FixDictionary> dictionaries) {
        this.channel = channel;
        log = new FixLog(
                new FixLog.Filter(
                        query.getOrDefault("session", ""),
                        Set.copyOf(parts(query, "types", ",")),
                        parts(query, "fields", "\n"),
                        Set.copyOf(parts(query, "orders", "\n"))),
                dictionaries);
        isBackward = query.getOrDefault("direction", "forward").equals("backward");
        from = time(query, "from");
        to = time(query, "to");
        at = Optional.ofNullable(query.get("at")).filter(text -> !text.isEmpty());
        limit = limit(query.getOrDefault("limit", Integer.toString(USUALLY_SHOWN)));
    }

    private static List<String> parts(Map<String, String> query, String name, String separator) {
        return List.of(query.getOrDefault(name, "").split(separator)).stream()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .distinct()
                .toList();
    }

    private static Optional<Instant> time(Map<String, String> query, String name) {
        String text = query.getOrDefault(name, "");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(name + " is a time such as 2026-03-01T08:00:00Z time=" + text, e);
        }
    }

    private static int limit(String text) {
        if (!text.matches("[1-9][0-9]{0,5}") || Integer.parseInt(text) > MOST_SHOWN) {
            throw new IllegalArgumentException("limit is from 1 to " + MOST_SHOWN + " limit=" + text);
        }
        return Integer.parseInt(text);
    }

    /** Reads the page. */
    List<StatusTable> tables() {
        try (ChannelCursor cursor = channel.cursor()) {
            seek(cursor);
            read(cursor);
        }
        StatusTable scan = StatusTable.of(
                        "Search",
                        new StatusColumn("next", ColumnType.TEXT),
                        new StatusColumn("read", ColumnType.COUNT),
                        new StatusColumn("orders", ColumnType.TEXT))
                .with(next.orElse(null), read, String.join("\n", log.orders()));
        return List.of(messages, scan);
    }

    private void seek(ChannelCursor cursor) {
        Optional<Instant> start = isBackward ? to : from;
        if (at.isEmpty() && start.isPresent()) {
            cursor.seekTime(start.get());
            if (isBackward) {
                boolean isCall = cursor.next() == ChannelCursor.Entry.CALL;
                long first = isCall ? cursor.index() : Index.NONE;
                cursor.direction(Direction.BACKWARD);
                if (isCall) {
                    cursor.seek(first);
                    return;
                }
            } else {
                return;
            }
        }
        if (isBackward) {
            cursor.direction(Direction.BACKWARD);
        }
        if (at.isPresent()) {
            seek(cursor, at.get());
        } else if (isBackward) {
            cursor.toEnd();
        } else {
            cursor.toStart();
        }
    }

    private static void seek(ChannelCursor cursor, String index) {
        SeekResult result;
        try {
            result = cursor.seek(Index.parse(index));
        } catch (JournalException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (result == SeekResult.BEFORE_START) {
            cursor.toStart();
        } else if (result != SeekResult.FOUND) {
            throw new IllegalArgumentException("no message begins at this index at=" + index + " result=" + result);
        }
    }

    private void read(ChannelCursor cursor) {
        long startNs = System.nanoTime();
        for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
            if (entry != ChannelCursor.Entry.CALL) {
                continue;
            }
            Instant written = FixSchedule.instant(cursor.timeNs());
            if (isBackward
                    ? from.isPresent() && written.isBefore(from.get())
                    : to.isPresent() && !written.isBefore(to.get())) {
                return;
            }
            boolean looks = read % CLOCK_EVERY == CLOCK_EVERY - 1;
            boolean isLate = looks && System.nanoTime() - startNs > MOST_NS;
            if (messages.rows().size() == limit || read == MOST_READ || isLate) {
                next = Optional.of(Index.toText(cursor.index()));
                return;
            }
            read++;
            log.read(cursor).ifPresent(each -> add(cursor.index(), written, each));
        }
    }

    private void add(long index, Instant written, FixLog.Entry entry) {
        String text = entry.text();
        messages = messages.with(
                Index.toText(index),
                written,
                entry.session(),
                entry.direction().name(),
                text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "…");
    }

    /** Returns the fields of one message. */
    static List<StatusTable> message(Channel channel, String at, Function<String, FixDictionary> dictionaries) {
        try (ChannelCursor cursor = channel.cursor()) {
            seek(cursor, at);
            if (cursor.next() != ChannelCursor.Entry.CALL) {
                throw new IllegalArgumentException("no message begins at this index at=" + at);
            }
            FixLog log = new FixLog(FixLog.Filter.ALL, dictionaries);
            FixLog.Entry entry = log.read(cursor).orElseThrow();
            StatusTable fields = StatusTable.of(
                    "Fields",
                    new StatusColumn("depth", ColumnType.COUNT),
                    new StatusColumn("tag", ColumnType.COUNT),
                    new StatusColumn("name", ColumnType.TEXT),
                    new StatusColumn("value", ColumnType.TEXT),
                    new StatusColumn("meaning", ColumnType.TEXT));
            if (entry.direction() != FixLog.Direction.EVENT) {
                for (FixMessageText.Field field : FixMessageText.fields(log.message(), log.dictionary())) {
                    fields = fields.with(
                            (long) field.depth(), (long) field.tag(), field.name(), field.value(), field.meaning());
                }
            }
            StatusTable about = StatusTable.of(
                            "Message",
                            new StatusColumn("index", ColumnType.TEXT),
                            new StatusColumn("time", ColumnType.TIME),
                            new StatusColumn("session", ColumnType.TEXT),
                            new StatusColumn("direction", ColumnType.STATE),
                            new StatusColumn("message", ColumnType.TEXT))
                    .with(
                            Index.toText(cursor.index()),
                            FixSchedule.instant(cursor.timeNs()),
                            entry.session(),
                            entry.direction().name(),
                            entry.direction() == FixLog.Direction.EVENT
                                    ? entry.text()
                                    : FixMessageText.name(log.message()));
            return List.of(about, fields);
        }
    }
}
