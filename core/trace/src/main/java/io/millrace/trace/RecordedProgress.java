package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * How far a component has read its inputs, by what its output records: the newest input that an output, a record of
 * inputs without outputs, or a snapshot names. It is a lower bound. A component passes over calls that its class does
 * not take without a record, and one that runs may be a few records ahead.
 *
 * @param last the index of the newest recorded input by channel; an input that no record names, and one that is kept in
 *     no journal, is missing
 */
public record RecordedProgress(SortedMap<String, Long> last) {

    private static final int MAX_RECORDS = 10_000;
    private static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int CLOCK_EVERY = 64;

    /** Copies the map. */
    public RecordedProgress {
        last = Collections.unmodifiableSortedMap(new TreeMap<>(last));
    }

    /**
     * Reads the newest records of a component's output, 10,000 or for 100 ms at most.
     *
     * @param set the channels
     * @param component a component of them
     * @return what they say; nothing where the output is no journal that can be read
     */
    public static RecordedProgress of(ChannelSet set, GraphComponent component) {
        SortedMap<String, Long> last = new TreeMap<>();
        Optional<Channel> output = set.channel(component.writes());
        Set<String> wanted = new HashSet<>();
        component.reads().stream().filter(set.names()::contains).forEach(wanted::add);
        if (output.isEmpty() || wanted.isEmpty()) {
            return new RecordedProgress(last);
        }
        long startNs = System.nanoTime();
        try (ChannelCursor cursor = output.get().cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (int read = 1; read <= MAX_RECORDS && !wanted.isEmpty(); read++) {
                Entry entry = cursor.next();
                boolean isLate = read % CLOCK_EVERY == 0 && System.nanoTime() - startNs > MAX_NS;
                if (entry == Entry.END || isLate) {
                    break;
                }
                switch (entry) {
                    case CALL -> add(set, cursor.history(), wanted, last);
                    case CONSUMED -> add(set, cursor.consumed(), wanted, last);
                    case SNAPSHOT -> add(set, cursor.mark(), wanted, last);
                    default -> {}
                }
            }
        } catch (RuntimeException | InternalError _) { // what is damaged says nothing; the sample of the channel tells
        }
        return new RecordedProgress(last);
    }

    /**
     * Returns how many messages of an input are after the newest recorded one: so many at most are unread.
     *
     * @param set the channels
     * @param input the name of the input
     * @return the number; empty where the output names no input of this channel
     */
    public OptionalLong after(ChannelSet set, String input) {
        Long index = last.get(input);
        Optional<Journal> journal = set.channel(input).flatMap(Channel::journal);
        if (index == null || journal.isEmpty()) {
            return OptionalLong.empty();
        }
        long read = journal.get().messagesBefore(index) + 1;
        return OptionalLong.of(Math.max(0, journal.get().messages() - read));
    }

    private static void add(ChannelSet set, History history, Set<String> wanted, SortedMap<String, Long> last) {
        int newest = history.size() - 1;
        if (newest >= 0) {
            add(set, history.source(newest), history.index(newest), wanted, last);
        }
    }

    private static void add(ChannelSet set, ConsumedRuns runs, Set<String> wanted, SortedMap<String, Long> last) {
        for (int run = runs.size() - 1; run >= 0; run--) {
            add(set, runs.source(run), runs.to(run), wanted, last);
        }
    }

    private static void add(ChannelSet set, SnapshotMark mark, Set<String> wanted, SortedMap<String, Long> last) {
        for (SnapshotMark.Position position : mark.positions()) {
            if (position.index() != Index.NONE) {
                add(set, position.source(), position.index(), wanted, last);
            }
        }
    }

    private static void add(
            ChannelSet set, Source source, long index, Set<String> wanted, SortedMap<String, Long> last) {
        if (!source.isExternal()) {
            String name = set.name(source);
            if (wanted.remove(name)) {
                last.put(name, index);
            }
        }
    }
}
