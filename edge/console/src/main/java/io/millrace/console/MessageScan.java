package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.SeekResult;
import io.millrace.server.RefusedException;
import io.millrace.server.WebRequest;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Reads some messages of a channel for one request: those that a filter selects, from a position on, in a direction.
 * One request reads a bounded number of messages for a bounded time and says where the next one continues.
 */
final class MessageScan {

    private static final int MAX_LIMIT = 1_000;
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_SCANNED = 100_000;
    private static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(300);

    /** The texts of one response together have at most about so many characters. */
    private static final int MAX_CHARS = 2 << 20;

    private static final int CLOCK_EVERY = 64;

    /** The clock is looked at for each message that is longer: a search of its text takes as long. */
    static final int LARGE_BYTES = 1 << 14;

    private final Channel channel;
    private final Path path;
    private final WebRequest request;
    private final MessageFilter filter;
    private final MessageFormat format;
    private final int limit;
    private final boolean isBackward;
    private int found;
    private long scanned;
    private Optional<String> next = Optional.empty();
    private boolean atEnd;

    private MessageScan(Channel channel, Path path, WebRequest request) {
        this.channel = channel;
        this.path = path;
        this.request = request;
        this.filter = MessageFilter.of(request::parameter);
        this.format = MessageFormat.of(request.parameter("format"));
        this.limit = limit(request);
        this.isBackward = isBackward(request);
    }

    private static int limit(WebRequest request) {
        String text = request.parameter("limit").orElse(Integer.toString(DEFAULT_LIMIT));
        if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MAX_LIMIT) {
            throw new RefusedException(400, "limit is not between 1 and " + MAX_LIMIT + " limit=" + text);
        }
        return Integer.parseInt(text);
    }

    private static boolean isBackward(WebRequest request) {
        String text = request.parameter("direction").orElse("forward");
        return switch (text) {
            case "forward" -> false;
            case "backward" -> true;
            default -> throw new RefusedException(400, "direction is neither forward nor backward direction=" + text);
        };
    }

    /**
     * Answers a request.
     *
     * @param channel the channel
     * @param path its directory, for the command
     * @param request the request
     * @return the answer as JSON
     */
    static String answer(Channel channel, Path path, WebRequest request) {
        MessageScan scan = new MessageScan(channel, path, request);
        return Json.object(scan::write);
    }

    private void write(Json json) {
        try (ChannelCursor cursor = channel.cursor()) {
            if (isBackward) {
                cursor.direction(Direction.BACKWARD);
            }
            seek(cursor);
            json.array("messages", () -> read(json, cursor));
        }
        json.optional("next", next)
                .field("scanned", scanned)
                .field("atEnd", atEnd)
                .field("tooLong", filter.tooLong())
                .texts("missingFields", filter.missingFields())
                .optional("command", command());
    }

    private void seek(ChannelCursor cursor) {
        Optional<String> time = request.parameter("time");
        String from = request.parameter("from").orElse(isBackward ? "end" : "start");
        if (time.isPresent()) {
            seekTime(cursor, time.get());
        } else if (from.equals("end")) {
            cursor.toEnd();
        } else if (from.equals("start")) {
            cursor.toStart();
        } else {
            seekIndex(cursor, from);
        }
    }

    private void seekTime(ChannelCursor cursor, String text) {
        Instant time;
        try {
            time = Instant.parse(text);
        } catch (DateTimeException e) {
            throw new RefusedException(400, "time is not of the form 2026-03-01T12:30:00Z time=" + text);
        }
        cursor.direction(Direction.FORWARD);
        cursor.seekTime(time);
        if (isBackward) {
            if (cursor.next() == Entry.CALL) {
                long first = cursor.index();
                cursor.direction(Direction.BACKWARD);
                cursor.seek(first);
            } else {
                cursor.direction(Direction.BACKWARD);
                cursor.toEnd();
            }
        }
    }

    private void seekIndex(ChannelCursor cursor, String text) {
        SeekResult result = cursor.seek(index(text));
        if (result == SeekResult.NOT_A_FRAME) {
            throw new RefusedException(400, "no message begins at this index from=" + text);
        }
        if (result == SeekResult.OTHER_EPOCH) {
            throw new RefusedException(400, "segment of this index is of another epoch from=" + text);
        }
        if (result == SeekResult.BEFORE_START) {
            cursor.toStart();
        } else if (result == SeekResult.BEYOND_END) {
            cursor.toEnd();
        }
    }

    static long index(String text) {
        try {
            return Index.parse(text);
        } catch (JournalException e) {
            throw new RefusedException(400, String.valueOf(e.getMessage()));
        }
    }

    private void read(Json json, ChannelCursor cursor) {
        long startNs = System.nanoTime();
        int chars = 0;
        for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
            if (entry != Entry.CALL) {
                continue;
            }
            boolean looks = scanned % CLOCK_EVERY == CLOCK_EVERY - 1 || cursor.length() > LARGE_BYTES;
            boolean isLate = looks && scanned > 0 && System.nanoTime() - startNs > MAX_NS;
            if (found == limit || scanned == MAX_SCANNED || isLate || chars > MAX_CHARS) {
                next = Optional.of(Index.toText(cursor.index()));
                return;
            }
            scanned++;
            if (filter.selects(cursor)) {
                found++;
                chars += Math.min(cursor.length(), MessageJson.LIST_CHARS);
                json.item(() -> MessageJson.write(json, cursor, format, MessageJson.LIST_CHARS));
            }
        }
        atEnd = true;
    }

    /** Returns the command that shows the same messages, as far as there is one: none compares a field. */
    private Optional<String> command() {
        if (filter.hasCondition()) {
            return Optional.empty();
        }
        Optional<String> time = request.parameter("time");
        String from = time.or(() -> request.parameter("from")).orElse(isBackward ? "end" : "start");
        boolean isIndex = !from.equals("start") && !from.equals("end");
        if (isBackward && !from.equals("end")) {
            return Optional.empty();
        }
        String which = isBackward ? "millrace tail -n " + limit + " " : "millrace dump ";
        return Optional.of(which + ShellText.quoted(path) + (isIndex ? " --from " + ShellText.quoted(from) : "")
                + filter.grep()
                        .map(regex -> " --grep " + ShellText.quoted(regex))
                        .orElse("")
                + (format == MessageFormat.JSON ? " --format json" : "") + " --history");
    }
}
