package io.millrace.telemetry;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.SeekResult;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the messages of one journal after a named position, which moves only once their spans have arrived. For one
 * thread; {@link #begin} and {@link #close} are called by others before and after it.
 */
final class SpanReader implements AutoCloseable {

    private static final int MAX_RECORDS = 4_096;

    private final Channel channel;
    private final Journal journal;
    private final HopSpans spans;
    private final String positionName;
    private NamedPosition position;
    private ChannelCursor cursor;
    private long readIndex = Index.NONE;
    private long readMessages;
    private volatile long storedIndex = Index.NONE;
    private boolean isParked;
    private final AtomicLong lost = new AtomicLong();

    SpanReader(Channel channel, String name, HopSpans spans) {
        this.channel = channel;
        this.journal = channel.journal().orElseThrow();
        this.spans = spans;
        this.positionName = name;
    }

    /** Puts a new position at the present end: what was written before telemetry was switched on is not exported. */
    void begin() {
        boolean isKnown =
                journal.info().positions().stream().anyMatch(each -> each.name().equals(positionName));
        position = journal.position(positionName);
        if (!isKnown && journal.lastIndex() != Index.NONE) {
            position.set(journal.lastIndex());
        }
        storedIndex = position.get();
        readIndex = storedIndex;
        readMessages = messagesUpTo(readIndex);
        position.handOver();
    }

    String name() {
        return channel.name();
    }

    /** Returns how many messages retention has removed before they were exported. */
    long lost() {
        return lost.get();
    }

    /** Returns how many messages are not exported yet. Any thread. */
    long unread() {
        return Math.max(0, journal.messages() - messagesUpTo(storedIndex));
    }

    private long messagesUpTo(long index) {
        return journal.messagesBefore(index == Index.NONE ? index : index + 1);
    }

    /**
     * Reads what is next.
     *
     * @param to gets the spans
     * @param max how many spans it holds at most, but for those of one message
     * @return whether there may be more now
     */
    boolean read(List<SpanData> to, int max) {
        if (cursor == null) {
            open();
        }
        long before = readIndex;
        boolean more = true;
        for (int i = 0; more && i < MAX_RECORDS && to.size() < max; i++) {
            Entry entry = cursor.next();
            more = entry != Entry.END;
            if (entry == Entry.CALL && cursor.index() > readIndex) {
                spans.add(journal.id(), cursor, to);
                readMessages++;
            }
            if (more) {
                readIndex = Math.max(readIndex, cursor.index());
            }
        }
        if (readIndex != before && readIndex >= journal.firstIndex()) {
            // Openings of periods, which the cursor leaves out, are messages too.
            readMessages = messagesUpTo(readIndex);
        }
        return more;
    }

    private void open() {
        ChannelCursor opened = channel.cursor();
        try {
            opened.leaveOutOpenings();
            SeekResult result = readIndex == Index.NONE ? SeekResult.BEFORE_START : opened.seek(readIndex);
            if (result == SeekResult.FOUND) {
                cursor = opened;
                return;
            }
            opened.toStart();
            if (readIndex != Index.NONE) {
                lost.addAndGet(removedUnread());
            }
            cursor = opened;
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /** Returns how many messages were removed before they were read; at least 1, where earlier runs have read. */
    private long removedUnread() {
        if (readIndex > journal.lastIndex()) {
            return 0; // the journal is shorter than it was, as after a restore from a copy
        }
        return Math.max(1, journal.messagesBefore(Index.NONE) - readMessages);
    }

    /** Opens the journal again at the next read, after an error. */
    void reopen() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }

    /** Stores that everything read has arrived. */
    void confirm() {
        if (readIndex != storedIndex || isParked) {
            position.set(readIndex);
            storedIndex = readIndex;
            isParked = false;
        }
    }

    /** Lets retention remove what is not exported. */
    void park() {
        if (!isParked) {
            position.park();
            isParked = true;
        }
    }

    @Override
    public void close() {
        reopen();
    }
}
