package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.service.ErrorReports;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The newest messages of a channel that a page follows: each time those that are new, at most fifty, and how many are
 * not shown. It reads backward from the end, so a fast channel costs no more than a slow one. For one thread at a time.
 */
final class TailFollower implements AutoCloseable {

    private static final int MAX_SHOWN = 50;
    private static final int MAX_SCANNED = 5_000;
    private static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int CLOCK_EVERY = 64;

    private final Channel channel;
    private final MessageFilter filter;
    private final MessageFormat format;
    private final ChannelCursor cursor;
    private long lastIndex = Index.NONE;
    private long lastCount;
    private boolean isFirst = true;

    TailFollower(Channel channel, MessageFilter filter, MessageFormat format) {
        this.channel = channel;
        this.filter = filter;
        this.format = format;
        this.cursor = channel.cursor();
    }

    /** Writes what is new, the oldest first; what cannot be read is an error in the tail. */
    void write(Json json) {
        json.field("channel", channel.name());
        Deque<String> shown = new ArrayDeque<>();
        long notShown = 0;
        try {
            notShown = read(shown);
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            json.field("error", ErrorReports.text(e));
        }
        json.array("messages", () -> shown.forEach(json::rawValue));
        json.field("notShown", notShown);
    }

    private long read(Deque<String> shown) {
        long startNs = System.nanoTime();
        long count = channel.journal().orElseThrow().messages();
        cursor.direction(Direction.BACKWARD);
        cursor.toEnd();
        long newest = lastIndex;
        int scanned = 0;
        for (Entry entry = cursor.next(); entry != Entry.END && cursor.index() > lastIndex; entry = cursor.next()) {
            newest = Math.max(newest, cursor.index());
            if (entry != Entry.CALL) {
                continue;
            }
            scanned++;
            if (filter.selects(cursor)) {
                shown.addFirst(Json.object(each -> MessageJson.write(each, cursor, format, MessageJson.LIST_CHARS)));
            }
            boolean looks = scanned % CLOCK_EVERY == 0 || cursor.length() > MessageScan.LARGE_BYTES;
            boolean isLate = looks && System.nanoTime() - startNs > MAX_NS;
            if (shown.size() == MAX_SHOWN || scanned == MAX_SCANNED || isLate) {
                break;
            }
        }
        long notShown = isFirst ? 0 : Math.max(0, count - lastCount - scanned);
        isFirst = false;
        lastIndex = newest;
        lastCount = Math.max(count, lastCount);
        cursor.handOver();
        return notShown;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
