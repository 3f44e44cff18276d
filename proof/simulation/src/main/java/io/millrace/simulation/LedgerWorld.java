package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.BlockCodec;
import io.millrace.ledger.BlockLimits;
import io.millrace.ledger.Committee;
import io.millrace.ledger.Digest;
import io.millrace.ledger.LedgerChain;
import io.millrace.ledger.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** What the seats of a run share: clock, network, chain, and what is noted of them. */
final class LedgerWorld {

    static final long START_MS = 1_700_000_000_000L;

    private static final int CHAIN_BYTES = 32;
    private static final int DUPLICATE_IN = 20;
    private static final int SHARED_ROUNDS = 400;
    private static final BlockLimits LIMITS = new BlockLimits(100, 10_000, 16);

    private final LedgerPlan plan;
    private final Schedule schedule;
    private final Wires wires;
    private final RandomGenerator random;
    private final Coverage coverage;
    private final Trace trace;
    private final BlockCodec codec;
    private final BlockCodec foreign;
    private final LedgerChecks checks;
    private final List<LedgerHost> hosts = new ArrayList<>();
    private final Map<Long, Long> offeredNs = new HashMap<>();
    private final Map<Reference, Block> shared = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Reference, Block> eldest) {
            return size() > SHARED_ROUNDS * plan.seats();
        }
    };
    private Delays script;
    private boolean isHealed;
    private long finalityNs;
    private long finals;
    private long bytes;
    private long messages;

    /** How long each message takes in a run that is scripted. */
    interface Delays {
        /** Returns the time of a message in nanoseconds, or a negative one if it is lost. */
        long delayNs(int from, int to, byte[] message);
    }

    LedgerWorld(LedgerPlan plan, Schedule schedule, RandomGenerator random, Trace trace) {
        this.plan = plan;
        this.schedule = schedule;
        this.random = random;
        this.trace = trace;
        wires = new Wires(plan.seats(), plan.delayNs(), random);
        coverage = new Coverage();
        codec = new BlockCodec(chain(plan.seats(), 1), LIMITS);
        foreign = new BlockCodec(chain(plan.seats(), 2), LIMITS);
        checks = new LedgerChecks(plan, coverage);
        isHealed = plan.isCalm();
    }

    private static LedgerChain chain(int seats, long week) {
        List<byte[]> keys = new ArrayList<>();
        for (int seat = 0; seat < seats; seat++) {
            keys.add(new byte[] {(byte) seat});
        }
        return new LedgerChain(Digest.of(new byte[CHAIN_BYTES]), week, Committee.of(seats), keys, START_MS);
    }

    LedgerPlan plan() {
        return plan;
    }

    Schedule schedule() {
        return schedule;
    }

    Wires wires() {
        return wires;
    }

    Coverage coverage() {
        return coverage;
    }

    Trace trace() {
        return trace;
    }

    BlockCodec codec() {
        return codec;
    }

    /** Returns a codec for blocks of another week. */
    BlockCodec foreign() {
        return foreign;
    }

    LedgerChecks checks() {
        return checks;
    }

    List<LedgerHost> hosts() {
        return hosts;
    }

    /** Returns the object for a block that other hosts have too; each has read it from bytes of its own. */
    Block shared(Block block) {
        Block before = shared.putIfAbsent(block.reference(), block);
        return before == null ? block : before;
    }

    long bytes() {
        return bytes;
    }

    long messages() {
        return messages;
    }

    boolean isHealed() {
        return isHealed;
    }

    void heal() {
        isHealed = true;
        wires.heal();
    }

    /** Sets the script that says how long messages take. */
    void script(Delays delays) {
        script = delays;
    }

    /** Notes when a transaction is offered, to find out how long it takes until its first execution. */
    void offered(long id) {
        offeredNs.put(id, schedule.nowNs());
    }

    void carriedOut(byte[] transaction) {
        Long sinceNs = offeredNs.remove(ByteBuffer.wrap(transaction).getLong());
        if (sinceNs != null) {
            finalityNs += schedule.nowNs() - sinceNs;
            finals++;
        }
    }

    /** Returns the mean time from the offer of a transaction to its first execution. */
    double finalityNs() {
        return (double) finalityNs / finals;
    }

    /** Sends a message, which may be lost, doubled, overtaken, or delayed until after the next ones. */
    void send(int from, int to, byte[] message) {
        bytes += message.length;
        messages++;
        if (script != null) {
            long delayNs = script.delayNs(from, to, message);
            if (delayNs >= 0) {
                deliver(to, from, message, delayNs);
            }
            return;
        }
        if (isHealed) {
            deliver(to, from, message, plan.kind() == LedgerPlan.Kind.STEADY ? plan.delayNs() : wires.evenDelayNs());
            return;
        }
        if (!wires.isReachable(from, to) || (plan.lossIn() > 0 && random.nextInt(plan.lossIn()) == 0)) {
            coverage.count("messages lost");
            return;
        }
        deliver(to, from, message, wires.delayNs());
        if (plan.lossIn() > 0 && random.nextInt(DUPLICATE_IN) == 0) {
            deliver(to, from, message, wires.delayNs());
        }
    }

    private void deliver(int to, int from, byte[] message, long delayNs) {
        schedule.after(delayNs, () -> hosts.get(to).received(from, message));
    }
}
