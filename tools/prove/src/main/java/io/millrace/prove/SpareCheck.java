package io.millrace.prove;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Compares what a spare holds, when its host is lost, with what others have of it, before the spare is promoted. Used
 * by one thread.
 *
 * <ul>
 *   <li>No other machine has a message of the host that the spare has not acknowledged, and each has the same bytes at
 *       the same index.
 *   <li>The spare has acknowledged no message of the host without the message of the host that it was made of.
 *   <li>The database has no row of a request that the spare has not acknowledged, if the host writes the requests. If
 *       the host runs the gateway, each row has its outcome at the spare or in the database.
 * </ul>
 *
 * <p>What the spare has acknowledged at most is in its file {@link SpareBoundaries}. It may hold more.
 *
 * <p>A promoted spare makes a lost message again, often the same one, so that results alone do not show a broken rule.
 */
final class SpareCheck {

    private static final TailerOptions ALL = TailerOptions.defaults().withMark(MarkPolicy.NEVER);

    private final HostMachines machines;
    private final HostLayout plan;
    private final ProofRows rows;
    private final ProofReport report;

    SpareCheck(HostMachines machines, HostLayout plan, ProofRows rows, ProofReport report) {
        this.machines = machines;
        this.plan = plan;
        this.rows = rows;
        this.report = report;
    }

    /**
     * Checks a spare that is complete.
     *
     * @param host the host that was lost
     * @param spare the machine of its spare
     * @param left the machines that are not lost
     * @throws ProofException if others have acted on what the spare lacks
     */
    void check(int host, int spare, List<Integer> left) {
        Optional<SpareBoundaries> stored = SpareBoundaries.of(machines.data(spare));
        if (stored.isEmpty()) {
            report.count("spares that had acknowledged nothing", 1);
        }
        SpareBoundaries acknowledged = stored.orElse(new SpareBoundaries(Map.of()));
        for (String channel : plan.writtenOn(host)) {
            for (int machine : left) {
                Path copy = machines.data(machine).resolve(channel);
                if (machine != spare && Journal.exists(copy)) {
                    compare(channel, machine, copy, machines.data(spare).resolve(channel), acknowledged);
                }
            }
            expectInputs(host, spare, channel, acknowledged);
        }
        expectRows(host, spare, acknowledged);
        report.count("spares checked", 1);
    }

    /** Compares all that a machine has of a channel with what the spare has acknowledged. */
    private void compare(String channel, int machine, Path copy, Path atSpare, SpareBoundaries acknowledged) {
        long compared = 0;
        try (Journal found = Journal.openReadOnly(copy);
                Journal spare = Journal.openReadOnly(atSpare);
                Tailer its = found.tailer(ALL);
                Tailer ours = spare.tailer(ALL)) {
            while (its.read() == Read.MESSAGE) {
                if (ours.read() != Read.MESSAGE || ours.index() >= acknowledged.of(spare)) {
                    throw new ProofException("a machine has what the spare has not acknowledged machine="
                            + machines.name(machine) + " channel=" + channel + " has=" + found.messages()
                            + " spareHas=" + spare.messages() + " acknowledged=" + compared);
                }
                boolean isSame = its.index() == ours.index() && bytes(its).mismatch(bytes(ours)) < 0;
                if (!isSame) {
                    throw new ProofException("a machine has another message than the spare machine="
                            + machines.name(machine) + " channel=" + channel + " index=" + Index.toText(its.index())
                            + " atSpare=" + Index.toText(ours.index()));
                }
                compared++;
            }
        }
        report.count("messages of others compared with the spare", compared);
    }

    private static MemorySegment bytes(Tailer tailer) {
        return tailer.segment().asSlice(tailer.offset(), tailer.length());
    }

    /** Checks that the spare has acknowledged what the last messages and notes of inputs in a channel are made of. */
    private void expectInputs(int host, int spare, String channel, SpareBoundaries acknowledged) {
        for (String input : plan.inputsOf(channel)) {
            if (plan.ownerOf(input) == host) {
                expectInput(spare, channel, input, acknowledged);
            }
        }
    }

    private void expectInput(int spare, String channel, String input, SpareBoundaries acknowledged) {
        long last = lastInput(machines.data(spare).resolve(channel), input, acknowledged);
        long boundary = boundary(machines.data(spare).resolve(input), acknowledged);
        if (last >= boundary) {
            throw new ProofException(
                    "the spare has acknowledged a message without that which it was made of channel=" + channel
                            + " input=" + input + " index=" + Index.toText(last) + " acknowledged="
                            + Index.toText(boundary));
        }
    }

    /** Returns the boundary of a channel of a spare; not more than what it has. */
    private static long boundary(Path channel, SpareBoundaries acknowledged) {
        if (!Journal.exists(channel)) {
            return 0;
        }
        try (Journal journal = Journal.openReadOnly(channel)) {
            return Math.min(acknowledged.of(journal), journal.lastIndex() + 1);
        }
    }

    /**
     * Returns the greatest index of an input that the acknowledged part of a channel names; {@link Index#NONE} if it
     * names none.
     */
    private static long lastInput(Path channel, String input, SpareBoundaries acknowledged) {
        if (!Journal.exists(channel)) {
            return Index.NONE;
        }
        try (Channel opened = Channel.readOnly(channel);
                ChannelCursor cursor = opened.cursor()) {
            long boundary = acknowledged.of(opened.journal().orElseThrow());
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                long index = cursor.index() < boundary ? index(cursor, entry, input) : Index.NONE;
                if (index != Index.NONE) {
                    return index;
                }
            }
        }
        return Index.NONE;
    }

    private static long index(ChannelCursor cursor, Entry entry, String input) {
        if (entry == Entry.CALL && cursor.history().size() > 0) {
            History history = cursor.history();
            int newest = history.size() - 1;
            return isOf(history.source(newest), input) ? history.index(newest) : Index.NONE;
        }
        if (entry == Entry.CONSUMED) {
            for (int run = cursor.consumed().size() - 1; run >= 0; run--) {
                if (isOf(cursor.consumed().source(run), input)) {
                    return cursor.consumed().to(run);
                }
            }
        }
        return Index.NONE;
    }

    /** Returns how many calls of some methods the acknowledged part of a channel has. */
    private static long calls(Path channel, SpareBoundaries acknowledged, Predicate<String> isMethod) {
        if (!Journal.exists(channel)) {
            return 0;
        }
        long calls = 0;
        try (Channel opened = Channel.readOnly(channel);
                ChannelCursor cursor = opened.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                boolean isIn = cursor.index() < acknowledged.of(opened.journal().orElseThrow());
                if (entry == Entry.CALL && isIn && isMethod.test(cursor.schema().methodName())) {
                    calls++;
                }
            }
        }
        return calls;
    }

    private static boolean isOf(Source source, String channel) {
        return source.name().equals(channel);
    }

    private void expectRows(int host, int spare, SpareBoundaries acknowledged) {
        boolean isGateway = plan.gateway() == host;
        if (!isGateway && !rows.isShared()) {
            return; // the gateway has the file
        }
        ProofRows.Counts counts = rows.counts(
                isGateway
                        ? lastInput(machines.data(spare).resolve(plan.results()), plan.requests(), acknowledged)
                        : Index.NONE);
        if (plan.ownerOf(plan.requests()) == host) {
            long requests = calls(machines.data(spare).resolve(plan.requests()), acknowledged, plan::isRequest);
            if (counts.rows() > requests) {
                throw new ProofException("the database has rows of requests that the spare lacks rows=" + counts.rows()
                        + " requestsAtSpare=" + requests);
            }
        }
        if (isGateway) {
            long results = calls(machines.data(spare).resolve(plan.results()), acknowledged, _ -> true);
            if (counts.rows() != results + counts.outcomes()) {
                throw new ProofException("the outcome of a row is neither at the spare nor in the database rows="
                        + counts.rows() + " resultsAtSpare=" + results + " outcomesAfterThem=" + counts.outcomes());
            }
            report.count("outcomes that only the database had", counts.outcomes());
        }
        report.count("databases compared with the spare", 1);
    }
}
