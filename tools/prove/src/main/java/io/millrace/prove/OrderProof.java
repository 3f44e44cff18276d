package io.millrace.prove;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.channel.History;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalException;
import io.millrace.service.OutputDifference;
import io.millrace.service.OutputHash;
import io.millrace.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Two nodes apply one ordered log at a different pace, are killed and lose power, and start again. Afterwards both have
 * each entry once and in order, and at equal positions their outputs, answers included, have equal hashes; at the
 * end their states are equal, also after another restart.
 *
 * <p>A seed fixes the log, the paces, the steps at which nodes end, and what a loss of power leaves; not what threads
 * that sync have forced by then.
 */
final class OrderProof {

    private static final int ENTRIES = 300;
    private static final int SLOW = 2;
    private static final int FAST = 60;
    private static final int COMPARED_EVERY = 25;

    private final Path directory;
    private final long seed;
    private final OrderFlaw flaw;
    private final Consumer<String> progress;

    OrderProof(Path directory, long seed, Consumer<String> progress) {
        this(directory, seed, OrderFlaw.NONE, progress);
    }

    /** Creates a proof of nodes with a flaw, which must fail. */
    OrderProof(Path directory, long seed, OrderFlaw flaw, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.flaw = flaw;
        this.progress = progress;
    }

    ProofReport run(int rounds) throws IOException {
        ProofReport report = new ProofReport("order", seed, rounds, directory, progress);
        for (long runSeed = seed; runSeed < seed + rounds; runSeed++) {
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try {
                round(scratch, runSeed, report);
                DirectoryTrees.delete(scratch);
            } catch (ProofException | ServiceException | ChannelException | JournalException e) {
                report.fail(runSeed, "directory=" + scratch, e);
            }
            report.ran();
        }
        return report;
    }

    private void round(Path scratch, long runSeed, ProofReport report) throws IOException {
        OrderLog log = new OrderLog(runSeed, ENTRIES);
        SplittableRandom random = new SplittableRandom(~runSeed);
        Durability durability = Math.floorMod(runSeed, 3) == 0 ? Durability.MAPPED : Durability.SYNCED;
        try (OrderNode slow = new OrderNode(scratch.resolve("one"), 0, log, flaw, durability, SLOW, random.nextLong());
                OrderNode fast =
                        new OrderNode(scratch.resolve("other"), 1, log, flaw, durability, FAST, random.nextLong())) {
            while (!slow.isDone() || !fast.isDone()) {
                OrderNode node = random.nextBoolean() ? slow : fast;
                if (!node.isDone()) {
                    node.step();
                } else {
                    Thread.onSpinWait();
                }
            }
            compare(log, slow, fast, report);
            String state = slow.state();
            slow.restart();
            fast.restart();
            compare(log, slow, fast, report);
            if (!slow.state().equals(state)) {
                throw new ProofException("a restart has changed the state before=" + state + " after=" + slow.state());
            }
            report.count("kills", slow.kills() + fast.kills());
            report.count("losses of power", slow.losses() + fast.losses());
        }
    }

    private static void compare(OrderLog log, OrderNode one, OrderNode other, ProofReport report) {
        for (String name : OrderNode.CHANNELS) {
            Channel channel = one.channel(name);
            Optional<OutputDifference> difference = OutputDifference.between(channel, other.channel(name));
            if (difference.isPresent()) {
                throw new ProofException(difference.get().toString());
            }
            for (int entry = COMPARED_EVERY; entry <= log.size(); entry += COMPARED_EVERY) {
                long position = log.entries().get(entry - 1).position();
                OutputHash hash = OutputHash.of(channel, position);
                OutputHash otherHash = OutputHash.of(other.channel(name), position);
                if (hash.calls() != otherHash.calls() || !Arrays.equals(hash.value(), otherHash.value())) {
                    throw new ProofException("hashes differ channel=" + name + " position=" + position + " one=[" + hash
                            + "] other=[" + otherHash + "]");
                }
                report.count("equal hashes", 1);
            }
            report.count(
                    "calls in " + name, OutputHash.of(channel, Long.MAX_VALUE).calls());
        }
        checkEntries(log, one.channel(OrderNode.CHANNELS.getFirst()));
        if (!one.state().equals(other.state())) {
            throw new ProofException("states differ one=" + one.state() + " other=" + other.state());
        }
    }

    /** Checks that a node has each entry once and in order, and no repeat. */
    private static void checkEntries(OrderLog log, Channel entries) {
        Iterator<OrderLog.Entry> expected =
                log.entries().stream().filter(entry -> !entry.isRepeat()).iterator();
        try (ChannelCursor cursor = entries.cursor()) {
            for (ChannelCursor.Entry at = cursor.next(); at != ChannelCursor.Entry.END; at = cursor.next()) {
                if (at == ChannelCursor.Entry.CALL) {
                    check(expected.hasNext() ? expected.next() : null, cursor);
                }
            }
        }
        if (expected.hasNext()) {
            throw new ProofException("an entry is missing entry=" + expected.next());
        }
    }

    private static void check(OrderLog.Entry expected, ChannelCursor cursor) {
        History history = cursor.history();
        long position = history.index(history.size() - 1);
        if (expected == null || position != expected.position() || cursor.timeNs() != expected.timeNs()) {
            throw new ProofException("an entry is out of order, or has another time expected=" + expected + " position="
                    + position + " timeNs=" + cursor.timeNs() + " call=" + cursor.yaml());
        }
    }
}
