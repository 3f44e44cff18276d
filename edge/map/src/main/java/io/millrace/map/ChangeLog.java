package io.millrace.map;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import java.nio.file.Path;

/**
 * Reads the changes of a map as bytes: puts and removals. Entries that compaction has put again are no changes, and are
 * passed over. One thread at a time.
 */
final class ChangeLog implements MapLog.Calls, AutoCloseable {

    private final Path directory;
    private final Channel channel;
    private final MapLog log;
    private Changes receiver;
    private int delivered;

    /** Why nothing more is read; null before. */
    private MapException ended;

    private long lastIndex;

    /** Accepts changes. */
    interface Changes {
        /** Accepts a put, or a removal, whose form has the number 0; the log is at its arguments. */
        void change(MapForm form, MapLog log);
    }

    private ChangeLog(Path directory, Channel channel, MapOptions options) {
        this.directory = directory;
        this.channel = channel;
        this.log = new MapLog(directory, channel, new MapForms(directory), options, options.durability());
    }

    static ChangeLog open(Path directory, MapOptions options, long after) {
        Channel channel = Channel.readOnly(directory);
        ChangeLog changes = new ChangeLog(directory, channel, options);
        try {
            changes.seekAfter(after);
            return changes;
        } catch (RuntimeException | Error e) {
            MapStore.closeAfter(e, changes::close);
            throw e;
        }
    }

    private void seekAfter(long after) {
        if (after == Index.NONE) {
            log.toStart();
            return;
        }
        SeekResult result = log.seekAfter(after);
        if (result == SeekResult.BEFORE_START) {
            throw removed(after);
        }
        if (result != SeekResult.FOUND) {
            throw new MapException("there is no call at the index directory=" + directory + " index="
                    + Index.toText(after) + " result=" + result);
        }
    }

    /** Ends the reading: what follows the changes that are missing must not be taken for the next ones. */
    private MapException removed(long after) {
        lastIndex = after;
        log.toStart();
        long oldest = log.read() == Read.MESSAGE ? log.index() : Index.NONE;
        ended = new MapException("compaction has removed changes after that index; follow from a snapshot directory="
                + directory + " index=" + Index.toText(after) + " oldest=" + Index.toText(oldest));
        return ended;
    }

    /** Passes on the next change, or those of the next batch, and returns how many they are. */
    int poll(Changes to) {
        if (ended != null) {
            throw new MapException(ended.getMessage(), ended);
        }
        receiver = to;
        delivered = 0;
        while (delivered == 0) {
            long before = log.settledIndex();
            Read read = log.read();
            if (read == Read.REMOVED) {
                throw removed(before);
            }
            if (read != Read.MESSAGE) {
                break;
            }
            log.take(this);
            if (!log.isWhole()) {
                throw removed(before);
            }
            if (log.settledIndex() != Index.NONE) {
                log.releaseBefore(Index.segment(log.settledIndex()));
            }
        }
        return delivered;
    }

    /** Returns the index of the last change that was passed on, or of a call after it that is no change. */
    long index() {
        return ended == null ? log.settledIndex() : lastIndex;
    }

    MapForm[] forms() {
        return log.forms();
    }

    Path directory() {
        return directory;
    }

    @Override
    public void entry(MapCall call, MapForm form) {
        if (call != MapCall.KEPT && log.isWhole()) {
            delivered++;
            receiver.change(form, log);
        }
    }

    @Override
    public void compacted(long segment) {
        // no change
    }

    @Override
    public void batchBegins() {
        // the calls of a batch are passed on in one poll
    }

    @Override
    public void batchEnds() {
        // as above
    }

    @Override
    public void batchFailed(Throwable error) {
        // poll throws it
    }

    @Override
    public void close() {
        log.close();
        channel.close();
    }
}
