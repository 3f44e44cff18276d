package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.SeekResult;
import java.util.List;

/**
 * Finds in one channel the outputs that name a message as their input.
 *
 * <p>A component takes the messages of each input in their order, so its output names the indexes of one input in
 * increasing order, whatever else it names in between; restarts, snapshots and skipped inputs do not change that. So
 * the channel is bisected: by segments, then by positions in one segment. A probe reads records from a position on
 * until one states which index of the input was reached: a call by its history, a record of consumed inputs, a mark.
 * Inputs of other channels state nothing; what they state is their time: the output of a message comes after records
 * that were written, or whose input was written, more than a second before the message, since inputs are taken in the
 * order of their times, as far as they were readable. A search first tries a hundredth of that second. From the last
 * record that is certainly before the outputs, the channel is read until a record is after them. The first search also
 * ends at a record whose input is later than the message by that hundredth. Such a record decides nothing, since a
 * message may become readable late; but where the end of the channel is farther than a search may read, the second
 * search then reads fewer records.
 *
 * <p>The order does not hold in a channel that several components write which read the same input. Where a decreasing
 * index is met, all records from the time of the message on are read. Both walks end at a bound of records and time,
 * with a note. A damaged part is passed over, also with a note. For one thread.
 */
final class OutputSearch {

    /** Records that one probe reads at most. */
    private static final int PROBE_RECORDS = 4_096;

    /** By how much the clocks of processes may differ, and how late a message may become readable. */
    private static final long SLACK_NS = 1_000_000_000L;

    /** The same as it mostly is; with it a search begins, since a second may have a million records. */
    private static final long SMALL_SLACK_NS = 10_000_000L;

    /** The part of all records that a search with the small one reads, and a second one after it met a later input. */
    private static final int SMALL_PART = 5;

    /**
     * Records that are still read after the outputs, to see whether the order holds: several components that write one
     * channel are noticed unless one lags by more than this.
     */
    private static final int AFTER_RECORDS = 1_000;

    /** How often damage is passed over in one search. */
    private static final int MAX_DAMAGES = 64;

    /** The step over a damaged part at first; it doubles. */
    private static final long DAMAGE_STEP_BYTES = 1 << 12;

    /** How many times a probe moves on where it meets damage. */
    private static final int DAMAGED_PROBES = 8;

    private static final int CLOCK_CHECK_RECORDS = 1_024;
    private static final long UNKNOWN = Long.MIN_VALUE;

    /** What a record says of the input: less than 0 if it is before the message, 0 if it names it, greater if after. */
    private static final int NOTHING = Integer.MIN_VALUE;

    /** Gets each output that names the message. */
    interface Found {
        /** Takes the output at a cursor. */
        void accept(ChannelCursor cursor);

        /** Forgets the outputs so far, since the search begins again. */
        void restart();
    }

    private final TraceSession session;
    private final Channel output;
    private final ChannelCursor cursor;
    private final Source input;
    private final long index;
    private final long writtenNs;
    private long earlyBeforeNs;

    /** Inputs that were written after this time end the search; the greatest time where none does. */
    private long lateAfterNs = Long.MAX_VALUE;

    private final List<String> through;

    /** The last record that is known to be before the outputs, or the start of the first segment. */
    private long low;

    private boolean lowIsRecord;

    /** Whether the last record is known to be before the outputs by its time alone. */
    private boolean lowIsTimed;

    private int maxScanned;
    private long scanned;
    private long nextClockCheck;
    private int damages;
    private boolean bounded;

    /** Whether the first search ended at an input that is later than the message. */
    private boolean metLater;

    private boolean unordered;

    /** The greatest index of the input before the message that was met. */
    private long taken = Index.NONE;

    /** The greatest such index that the last compared record names. */
    private long reached = Index.NONE;

    private long total;

    /**
     * Prepares a search.
     *
     * @param session the trace
     * @param output the channel to search
     * @param input the message whose outputs are searched
     * @param through the queues in between, in order
     */
    OutputSearch(TraceSession session, Channel output, TracedMessage input, List<String> through) {
        this.session = session;
        this.output = output;
        this.cursor = session.searcher(output);
        this.input = input.source();
        this.index = input.index();
        this.writtenNs = input.timeNs().orElse(UNKNOWN);
        this.through = through;
    }

    /** Returns how many outputs name the message. */
    long total() {
        return total;
    }

    /** Returns the greatest index of the input before the message that a searched record names; -1 if none does. */
    long lastTaken() {
        return taken;
    }

    /** Searches; what cannot be read is stated in notes. */
    ReadingState run(Found found) {
        Journal journal = output.journal().orElseThrow();
        long last = journal.lastIndex();
        if (last == Index.NONE) {
            return ReadingState.UNREAD;
        }
        cursor.direction(Direction.FORWARD);
        long start = Index.of(Index.segment(journal.firstIndex()), 0);
        lateAfterNs = writtenNs == UNKNOWN ? Long.MAX_VALUE : writtenNs + SMALL_SLACK_NS;
        int records = session.options.maxScanned();
        int fewRecords = Math.max(1, records / SMALL_PART);
        ReadingState state = search(found, start, last, SMALL_SLACK_NS, fewRecords);
        lateAfterNs = Long.MAX_VALUE;
        boolean isFound = state == ReadingState.OUTPUTS || state == ReadingState.NO_OUTPUT;
        if ((lowIsTimed || bounded || metLater) && !isFound && !unordered) {
            state = search(found, start, last, SLACK_NS, metLater && isEndFar(journal) ? fewRecords : records);
        }
        if (unordered) {
            note("inputs are not named in their order, so records are read one after the other from the time of the"
                    + " message on");
            state = scanAll(found);
        }
        if (bounded) {
            note("the search for outputs was ended by its bound records=" + scanned + " elapsedMs="
                    + session.elapsedNs() / 1_000_000);
        }
        if (state == ReadingState.PASSED && !lowIsRecord && journal.messagesBefore(Index.NONE) > 0) {
            note("retention has removed records, and perhaps those that name the message");
            return ReadingState.UNKNOWN;
        }
        return state;
    }

    /** Returns whether more messages are after {@link #low} than a search may read. */
    private boolean isEndFar(Journal journal) {
        return journal.messages() - journal.messagesBefore(low) > session.options.maxScanned();
    }

    private ReadingState search(Found found, long start, long last, long slackNs, int records) {
        found.restart();
        earlyBeforeNs = writtenNs < UNKNOWN + slackNs ? UNKNOWN : writtenNs - slackNs;
        maxScanned = records;
        low = start;
        lowIsRecord = false;
        lowIsTimed = false;
        bounded = false;
        scanned = 0;
        nextClockCheck = 0;
        taken = Index.NONE;
        total = 0;
        bisect(last + 1);
        return scan(found);
    }

    private void note(String text) {
        session.notes.missing(text + " message=" + session.set.name(input) + "@" + Index.toText(index) + " channel="
                + session.set.name(output.source()));
    }

    /** Raises {@link #low} as far as the order allows. */
    private void bisect(long end) {
        long high = end;
        while (!isBounded() && damages < MAX_DAMAGES) {
            long segment = Index.segment(low);
            boolean isOneLeft = Index.segment(high) == segment + 1 && Index.position(high) == 0;
            long middle = isOneLeft ? Index.endOf(segment) : middle(low, high);
            if (middle <= low || (middle >= high && !isOneLeft)) {
                return;
            }
            long before = low;
            long lowered = probe(middle, high);
            if (lowered == Index.NONE || (low == before && lowered >= high)) {
                return;
            }
            high = lowered;
        }
    }

    private long middle(long low, long high) {
        long from = Index.segment(low);
        long to = Index.segment(high);
        return from < to
                ? Index.of((from + to + 1) / 2, 0)
                : indexAt(from, ((Index.position(low) + Index.position(high)) / 2) & -8L);
    }

    /** Returns the index of a position, with the leader of its segment where that can be read. */
    private long indexAt(long segment, long position) {
        try {
            return output.journal().orElseThrow().indexAt(segment, position);
        } catch (JournalDamagedException _) { // the probe of this position notes it
            return Index.of(segment, position);
        }
    }

    /**
     * Reads from near a position on until a record says whether it is before the outputs; if so, raises {@link #low}.
     *
     * @return the position from which on nothing needs to be probed any more: {@code high} where low was raised; -1
     *     where low is the nearest record that can be found
     */
    private long probe(long middle, long high) {
        long at = middle;
        long step = DAMAGE_STEP_BYTES;
        for (int tries = 0; tries < DAMAGED_PROBES && at < high; tries++) {
            try {
                return probeAt(at, high);
            } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
                session.notes.remark(damaged(e));
                at = indexAt(Index.segment(at), Math.min(Index.MAX_POSITION, Index.position(at) + step));
                step *= 2;
            }
        }
        return middle;
    }

    private String damaged(Throwable error) {
        damages++;
        return "a damaged part was passed over channel=" + session.set.name(output.source()) + " reason="
                + ChannelSet.reason(error);
    }

    private long probeAt(long at, long high) {
        SeekResult result = cursor.seekNear(at);
        if (result != SeekResult.FOUND) {
            return result == SeekResult.BEYOND_END ? at : Index.NONE; // removed since the search began
        }
        long first = Index.NONE;
        long early = Index.NONE;
        for (int records = 0; records < PROBE_RECORDS; records++) {
            Entry entry = next();
            if (entry == Entry.END || cursor.index() >= high) {
                break;
            }
            if (first == Index.NONE) {
                first = cursor.index();
                if (first <= low) {
                    return Index.NONE;
                }
            }
            int order = order(entry);
            if (order != NOTHING) {
                if (order >= 0) {
                    break;
                }
                advance();
                raise(cursor.index());
                lowIsTimed = false;
                return high;
            }
            if (isEarly(entry)) {
                early = cursor.index();
            }
        }
        if (early > low) {
            raise(early);
            lowIsTimed = true;
            return high;
        }
        return first == Index.NONE ? at : Math.min(first, at);
    }

    private void raise(long record) {
        low = record;
        lowIsRecord = true;
    }

    private Entry next() {
        scanned++;
        return cursor.next();
    }

    private boolean isBounded() {
        if (scanned >= nextClockCheck) {
            nextClockCheck = scanned + CLOCK_CHECK_RECORDS;
            bounded |= session.isOverdue();
        }
        bounded |= scanned >= maxScanned;
        return bounded;
    }

    /** Reads from {@link #low} on until a record is after the outputs. */
    private ReadingState scan(Found found) {
        try {
            if (!lowIsRecord || cursor.seek(low) != SeekResult.FOUND) {
                cursor.toStart();
            }
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            session.notes.missing(damaged(e));
            note("records cannot be read");
            return ReadingState.UNKNOWN;
        }
        taken = Index.NONE;
        return read(found, Until.AFTER);
    }

    /** Reads all records from the time of the message on. */
    private ReadingState scanAll(Found found) {
        scanned = 0;
        nextClockCheck = 0;
        maxScanned = session.options.maxScanned();
        bounded = false;
        total = 0;
        taken = Index.NONE;
        earlyBeforeNs = writtenNs < UNKNOWN + SLACK_NS ? UNKNOWN : writtenNs - SLACK_NS;
        found.restart();
        try {
            if (earlyBeforeNs == UNKNOWN) {
                cursor.toStart();
            } else {
                cursor.seekTime(EpochTime.instant(earlyBeforeNs));
            }
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            session.notes.missing(damaged(e));
            note("records cannot be read");
            return ReadingState.UNKNOWN;
        }
        return read(found, Until.END);
    }

    /** Up to where records are read. */
    private enum Until {
        /** To the first record after the outputs. */
        AFTER,
        /** To the end of the channel. */
        END
    }

    private ReadingState read(Found found, Until until) {
        long lastRead = low;
        boolean isDamaged = false;
        ReadingState without = ReadingState.UNREAD;
        long lastScanned = Long.MAX_VALUE;
        while (scanned < lastScanned) {
            if (isBounded()) {
                return total > 0 || without == ReadingState.NO_OUTPUT ? state(without) : ReadingState.UNKNOWN;
            }
            Entry entry;
            int order;
            try {
                entry = next();
                order = entry == Entry.END ? NOTHING : order(entry);
                lastRead = entry == Entry.END ? lastRead : cursor.index();
            } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
                String damage = damaged(e);
                if (lastScanned == Long.MAX_VALUE) {
                    isDamaged = true;
                    session.notes.missing(damage);
                }
                if (damages >= MAX_DAMAGES || !passDamage(lastRead)) {
                    return lastScanned == Long.MAX_VALUE
                            ? ended("damage ended the search for outputs", without)
                            : state(without);
                }
                continue;
            }
            if (entry == Entry.END) {
                break;
            }
            advance();
            if (order == NOTHING && isLate(entry)) {
                metLater = true;
                return total > 0 || without == ReadingState.NO_OUTPUT ? state(without) : ReadingState.UNKNOWN;
            }
            if (order >= 0) {
                without = met(entry, order, without, found);
                boolean isEnd = entry != Entry.CALL || order > 0 || (through.isEmpty() && cursor.last());
                if (until == Until.AFTER && isEnd && lastScanned == Long.MAX_VALUE) {
                    lastScanned = scanned + AFTER_RECORDS;
                }
            }
        }
        return state(isDamaged && without != ReadingState.NO_OUTPUT ? ReadingState.UNKNOWN : without);
    }

    /** Takes a record that names the message, or a later one, and returns the state if no output names the message. */
    private ReadingState met(Entry entry, int order, ReadingState without, Found found) {
        taken = index;
        if (order == 0 && entry == Entry.CALL) {
            total++;
            found.accept(cursor);
            return without;
        }
        if (order == 0) {
            return ReadingState.NO_OUTPUT;
        }
        return without == ReadingState.UNREAD ? ReadingState.PASSED : without;
    }

    private ReadingState ended(String reason, ReadingState without) {
        note(reason + " records=" + scanned + " elapsedMs=" + session.elapsedNs() / 1_000_000);
        return total > 0 || without == ReadingState.NO_OUTPUT ? state(without) : ReadingState.UNKNOWN;
    }

    private ReadingState state(ReadingState withoutOutputs) {
        if (withoutOutputs == ReadingState.UNKNOWN && total == 0) {
            note("records are damaged, and perhaps those that name the message");
        }
        return total > 0 ? ReadingState.OUTPUTS : withoutOutputs;
    }

    /** Moves after a damaged part; returns whether there is a record after it. */
    private boolean passDamage(long lastRead) {
        long segment = Index.segment(lastRead);
        long position = Index.position(lastRead);
        for (long step = DAMAGE_STEP_BYTES; position + step <= Index.MAX_POSITION; step *= 2) {
            if (passTo(Index.withPosition(lastRead, position + step), lastRead)) {
                return true;
            }
        }
        return segment < Index.MAX_SEGMENT && passTo(Index.of(segment + 1, 0), lastRead);
    }

    private boolean passTo(long at, long lastRead) {
        try {
            if (cursor.seekNear(at) != SeekResult.FOUND || next() == Entry.END || cursor.index() <= lastRead) {
                return false;
            }
            return cursor.seek(cursor.index()) == SeekResult.FOUND;
        } catch (RuntimeException | InternalError _) { // still damaged; the caller tries the next position
            return false;
        }
    }

    /** Compares what a record says of the input with the message. */
    private int order(Entry entry) {
        reached = Index.NONE;
        return switch (entry) {
            case CALL -> orderOfCall();
            case CONSUMED -> through.isEmpty() ? orderOfRuns(cursor.consumed()) : NOTHING;
            case SNAPSHOT -> through.isEmpty() ? orderOfMark(cursor.mark()) : NOTHING;
            case UPGRADE, END -> NOTHING;
        };
    }

    private int orderOfCall() {
        if (cursor.number() == 0) {
            return NOTHING; // no output of an input
        }
        History history = cursor.history();
        int hop = history.size() - 1;
        for (int queue = through.size() - 1; queue >= 0; queue--) {
            if (hop < 0
                    || !history.source(hop).isExternal()
                    || !history.source(hop).name().equals(through.get(queue))) {
                return NOTHING;
            }
            hop--;
        }
        return hop >= 0 && history.source(hop).sameStream(input) ? compared(history.index(hop)) : NOTHING;
    }

    private int compared(long named) {
        if (named < index) {
            reached = Math.max(reached, named);
            return -1;
        }
        return named == index ? 0 : 1;
    }

    /** Notes up to where the input was taken at a record that is after all others that were noted. */
    private void advance() {
        if (reached != Index.NONE) {
            unordered |= reached < taken;
            taken = Math.max(taken, reached);
        }
    }

    private int orderOfRuns(ConsumedRuns runs) {
        int order = NOTHING;
        for (int run = 0; run < runs.size(); run++) {
            if (runs.source(run).sameStream(input)) {
                if (runs.from(run) <= index && index <= runs.to(run)) {
                    return 0;
                }
                order = Math.max(order, compared(runs.to(run)));
            }
        }
        return order;
    }

    /** Compares where a service begins, or had arrived at the opening of a period. */
    private int orderOfMark(SnapshotMark mark) {
        if (mark.edge() == Edge.VOID || !mark.output().sameStream(output.source())) {
            return NOTHING;
        }
        for (SnapshotMark.Position position : mark.positions()) {
            if (position.index() != Index.NONE && position.source().sameStream(input)) {
                return position.index() >= index ? 1 : compared(position.index());
            }
        }
        return NOTHING;
    }

    /** Returns whether a record was written, or its input was, so early that the outputs come after it. */
    private boolean isEarly(Entry entry) {
        if (entry != Entry.CALL || earlyBeforeNs == UNKNOWN) {
            return false;
        }
        if (cursor.timeNs() < earlyBeforeNs) {
            return true;
        }
        History history = cursor.history();
        return through.isEmpty() && history.size() > 1 && history.timeOutNs(history.size() - 2) < earlyBeforeNs;
    }

    /** Returns whether the input of a record was written so late that the message was probably taken before. */
    private boolean isLate(Entry entry) {
        if (entry != Entry.CALL || lateAfterNs == Long.MAX_VALUE || !through.isEmpty()) {
            return false;
        }
        History history = cursor.history();
        return history.size() > 1 && history.timeOutNs(history.size() - 2) > lateAfterNs;
    }
}
