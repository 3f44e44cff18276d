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
import java.util.Optional;

/**
 * Compares what a spare holds, when its host is lost, with what others have of it, before the spare is promoted. Used
 * by one thread.
 *
 * <ul>
 *   <li>No other machine has a message of the host that the spare lacks, and each has the same bytes at the same index.
 *   <li>The spare has no message of the host without the message of the host that it was made of.
 *   <li>The database has no row of a request that the spare lacks, if the host writes the requests. If the host runs
 *       the gateway, each row has its outcome at the spare or in the database.
 * </ul>
 *
 * <p>A promoted spare makes a lost message again, often the same one, so that results alone do not show a broken rule.
 */
final class SpareCheck {

    private static final TailerOptions ALL = TailerOptions.defaults().withMark(MarkPolicy.NEVER);

    private final HostMachines machines;
    private final HostsPlan plan;
    private final StepRows rows;
    private final ProofReport report;

    SpareCheck(HostMachines machines, HostsPlan plan, StepRows rows, ProofReport report) {
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
        for (String channel : plan.writtenOn(host)) {
            for (int machine : left) {
                Path copy = machines.data(machine).resolve(channel);
                if (machine != spare && Journal.exists(copy)) {
                    compare(channel, machine, copy, machines.data(spare).resolve(channel));
                }
            }
            expectInput(host, spare, channel);
        }
        expectRows(host, spare);
        report.count("spares checked", 1);
    }

    /** Compares all that a machine has of a channel with what the spare has. */
    private void compare(String channel, int machine, Path copy, Path atSpare) {
        long compared = 0;
        try (Journal found = Journal.openReadOnly(copy);
                Journal spare = Journal.openReadOnly(atSpare);
                Tailer its = found.tailer(ALL);
                Tailer ours = spare.tailer(ALL)) {
            while (its.read() == Read.MESSAGE) {
                if (ours.read() != Read.MESSAGE) {
                    throw new ProofException("a machine has what the spare lacks machine=" + machines.name(machine)
                            + " channel=" + channel + " has=" + found.messages() + " spareHas=" + spare.messages());
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

    /** Checks that the spare has what the last message of a channel, or the last note of inputs, is made of. */
    private void expectInput(int host, int spare, String channel) {
        Optional<String> input =
                plan.inputOf(channel).filter(name -> plan.owners().get(name) == host);
        if (input.isEmpty()) {
            return;
        }
        long last = lastInput(machines.data(spare).resolve(channel), input.get());
        long held = lastIndex(machines.data(spare).resolve(input.get()));
        if (last > held) {
            throw new ProofException("the spare has a message without that which it was made of channel=" + channel
                    + " input=" + input.get() + " index=" + Index.toText(last) + " lastOfInput=" + Index.toText(held));
        }
    }

    /** Returns the greatest index of an input that a channel names; {@link Index#NONE} if it names none. */
    private static long lastInput(Path channel, String input) {
        try (Channel opened = Channel.readOnly(channel);
                ChannelCursor cursor = opened.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                long index = index(cursor, entry, input);
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
            int newest = cursor.consumed().size() - 1;
            return isOf(cursor.consumed().source(newest), input)
                    ? cursor.consumed().to(newest)
                    : Index.NONE;
        }
        return Index.NONE;
    }

    private static boolean isOf(Source source, String channel) {
        return source.name().equals(channel);
    }

    private static long lastIndex(Path channel) {
        try (Journal journal = Journal.openReadOnly(channel)) {
            return journal.lastIndex();
        }
    }

    private void expectRows(int host, int spare) {
        boolean isGateway = plan.gateway() == host;
        if (!isGateway && !rows.isShared()) {
            return; // the gateway has the file
        }
        StepRows.Counts counts = rows.counts(
                isGateway
                        ? lastInput(machines.data(spare).resolve(HostsPlan.RESULTS), HostsPlan.REQUESTS)
                        : Index.NONE);
        if (plan.owners().get(HostsPlan.REQUESTS) == host) {
            long requests = HostsRound.calls(machines.data(spare).resolve(HostsPlan.REQUESTS))
                    .size();
            if (counts.rows() > requests) {
                throw new ProofException("the database has rows of requests that the spare lacks rows=" + counts.rows()
                        + " requestsAtSpare=" + requests);
            }
        }
        if (isGateway) {
            long results = HostsRound.calls(machines.data(spare).resolve(HostsPlan.RESULTS))
                    .size();
            if (counts.rows() != results + counts.outcomes()) {
                throw new ProofException("the outcome of a row is neither at the spare nor in the database rows="
                        + counts.rows() + " resultsAtSpare=" + results + " outcomesAfterThem=" + counts.outcomes());
            }
            report.count("outcomes that only the database had", counts.outcomes());
        }
        report.count("databases compared with the spare", 1);
    }
}
