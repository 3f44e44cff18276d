package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.CommitVote;
import io.millrace.ledger.Digest;
import io.millrace.ledger.LedgerException;
import io.millrace.ledger.Reference;
import io.millrace.ledger.VoteKind;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A seat that changes what it sends, in a way that changes after some rounds. */
final class ByzantineHost extends LedgerHost {

    private static final byte COMMITS = 6;
    private static final byte COMMITTED = 8;
    private static final int KEPT = 64;
    private static final int FLOOD = 20;
    private static final int FORGED_IN = 3;
    private static final long FAR = 1000;
    private static final long YEAR_MS = 365L * 24 * 3600 * 1000;
    private static final int DIGEST_BYTES = 32;
    private static final int REFERENCE_BYTES = Long.BYTES + Short.BYTES + DIGEST_BYTES;

    private final Map<String, Block> made = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Block> eldest) {
            return size() > KEPT;
        }
    };
    private final ArrayDeque<byte[]> sent = new ArrayDeque<>();
    private final List<Runnable> hidden = new ArrayList<>();
    private Malice malice = Malice.TWO_TO_HALVES;
    private long until;
    private Reference lastSent;

    ByzantineHost(LedgerWorld world, int index, RandomGenerator random) {
        super(world, index, random);
    }

    @Override
    boolean isCorrect() {
        return false;
    }

    private void choose(long round) {
        if (round >= until) {
            Malice[] all = Malice.values();
            malice = all[random().nextInt(all.length)];
            until = round + random().nextInt(3, 25);
            world().coverage().count("malice " + malice);
            setClock(malice == Malice.CLOCK ? (random().nextBoolean() ? YEAR_MS : -YEAR_MS) : 0);
            hidden.forEach(Runnable::run);
            hidden.clear();
        }
    }

    @Override
    public void send(int peer, byte[] message) {
        switch (message[0]) {
            case SeatMessages.BLOCKS -> sendBlocks(peer, message);
            case SeatMessages.NEWEST -> pass(peer, isForging() ? farNewest(message) : message);
            case COMMITS -> pass(peer, isForging() ? forged(message) : message);
            case COMMITTED -> pass(peer, isForging() ? corrupt(message) : message);
            default -> pass(peer, malice == Malice.CORRUPT ? corrupt(message) : message);
        }
    }

    /** Returns an answer by which this seat is in a round that none has reached. */
    private byte[] farNewest(byte[] message) {
        world().coverage().count("answers of a far round");
        return SeatMessages.newest(ByteBuffer.wrap(message).getLong(1), farAhead(newestOwn() + FAR));
    }

    /** Seats that catch up or ask are few; what they get is often forged. */
    private boolean isForging() {
        return malice == Malice.FORGED || random().nextInt(FORGED_IN) == 0;
    }

    private byte[] corrupt(byte[] message) {
        byte[] changed = message.clone();
        changed[random().nextInt(changed.length)] ^= (byte) (1 << random().nextInt(8));
        return changed;
    }

    /** Returns commits of which the last has another time, so that only its proof is wrong; or any byte is another. */
    private byte[] forged(byte[] message) {
        if (random().nextBoolean()) {
            return corrupt(message);
        }
        ByteBuffer commits = ByteBuffer.wrap(message.clone());
        int count = commits.getInt(1 + Long.BYTES);
        int at = 1 + Long.BYTES + Integer.BYTES;
        for (int i = 0; i < count; i++) {
            int time = at + Long.BYTES + DIGEST_BYTES + REFERENCE_BYTES;
            int blocks = time + Long.BYTES + DIGEST_BYTES;
            if (i == count - 1) {
                commits.putLong(time, commits.getLong(time) + 1);
            }
            at = blocks + Integer.BYTES + commits.getInt(blocks) * REFERENCE_BYTES;
        }
        return commits.array();
    }

    private void pass(int peer, byte[] message) {
        world().send(index(), peer, message);
    }

    private void pass(int peer, Block... blocks) {
        pass(peer, SeatMessages.blocks(List.of(blocks)));
    }

    private void sendBlocks(int peer, byte[] message) {
        List<Block> others = new ArrayList<>();
        for (Block block : SeatMessages.blocks(world().codec(), message)) {
            if (block.header().author() != index()) {
                others.add(block);
                continue;
            }
            choose(block.header().round());
            try {
                sendOwn(peer, block);
            } catch (LedgerException e) {
                world().coverage().count("malice in vain");
            }
        }
        if (!others.isEmpty() && malice != Malice.SILENT && malice != Malice.ONE_PEER) {
            pass(peer, SeatMessages.blocks(others));
        }
        sent.add(message);
        if (sent.size() > KEPT) {
            sent.remove();
        }
    }

    private void sendOwn(int peer, Block block) {
        int seats = world().plan().seats();
        boolean leads = block.header().round() % seats == index();
        switch (malice) {
            case TWO_TO_HALVES -> pass(peer, peer % 2 == 0 ? block : variant(block, 1));
            case TWO_TO_ALL -> {
                pass(peer, block);
                pass(peer, variant(block, 1));
            }
            case SILENT -> {}
            case LATE -> later(peer, block);
            case SILENT_LEADER -> {
                if (!leads) {
                    pass(peer, block);
                } else if (random().nextBoolean()) {
                    later(peer, block);
                }
            }
            case ONE_PEER -> {
                if (peer == (index() + 1) % seats) {
                    pass(peer, block);
                }
            }
            case WITHHOLD -> pass(peer, withoutTransactions(block));
            case HIDDEN -> hidden.add(() -> pass(peer, block));
            case MINIMAL -> pass(peer, minimal(block));
            case JUMP -> jump(peer, block);
            case FAR_AHEAD -> {
                pass(peer, block);
                pass(peer, farAhead(block.header().round() + FAR));
            }
            case FLOOD -> {
                for (int i = 0; i < FLOOD; i++) {
                    pass(peer, variant(block, i));
                }
            }
            case FOREIGN ->
                pass(
                        peer,
                        world().foreign()
                                .make(
                                        index(),
                                        block.header().round(),
                                        block.header().parents(),
                                        0,
                                        List.of(),
                                        List.of(),
                                        signatures()));
            case REPLAY -> {
                pass(peer, block);
                sent.forEach(old -> pass(peer, old));
            }
            case FALSE_VOTES -> pass(peer, falseVotes(block));
            case CORRUPT -> pass(peer, corrupt(SeatMessages.blocks(List.of(block))));
            case IMPERSONATE -> {
                pass(peer, block);
                pass(peer, impersonated(block));
            }
            case FORGED, CLOCK -> pass(peer, block);
        }
    }

    private void later(int peer, Block block) {
        world().schedule().after(3 * world().plan().deltaNs(), () -> pass(peer, block));
    }

    private Block remake(String name, Block block, List<Reference> parents, List<CommitVote> votes, long timeMs) {
        return made.computeIfAbsent(
                name + block.reference(),
                _ -> world().codec()
                        .make(
                                index(),
                                block.header().round(),
                                parents,
                                timeMs,
                                votes,
                                transactions(block),
                                signatures()));
    }

    private static List<byte[]> transactions(Block block) {
        List<byte[]> transactions = new ArrayList<>();
        for (int i = 0; i < block.size(); i++) {
            transactions.add(block.transaction(i));
        }
        return transactions;
    }

    private Block variant(Block block, int number) {
        return remake(
                "variant" + number,
                block,
                block.header().parents(),
                block.header().votes(),
                block.header().timeMs() + number);
    }

    private static byte[] withoutTransactions(Block block) {
        byte[] bytes = SeatMessages.blocks(List.of(block));
        int header = ByteBuffer.wrap(bytes).getInt(1 + Integer.BYTES);
        int length = 1 + 2 * Integer.BYTES + header + DIGEST_BYTES * 2;
        ByteBuffer out = ByteBuffer.allocate(length + Integer.BYTES);
        out.put(bytes, 0, length).putInt(0);
        return out.array();
    }

    private Block minimal(Block block) {
        long before = block.header().round() - 1;
        int leader = (int) (before % world().plan().seats());
        List<Reference> parents = new ArrayList<>();
        for (Reference parent : block.header().parents()) {
            boolean isOwn = parent.author() == index();
            boolean isWanted = parent.round() == before && parent.author() != leader;
            if (isOwn || (isWanted && parents.size() < world().plan().quorum())) {
                parents.add(parent);
            }
        }
        long recent =
                parents.stream().filter(parent -> parent.round() == before).count();
        return recent < world().plan().quorum()
                ? block
                : remake(
                        "minimal",
                        block,
                        parents,
                        block.header().votes(),
                        block.header().timeMs());
    }

    private void jump(int peer, Block block) {
        if (block.header().round() % 4 != 0) {
            return;
        }
        List<Reference> parents = new ArrayList<>(block.header().parents());
        parents.set(0, lastSent == null ? world().codec().chain().genesis().get(index()) : lastSent);
        long recent = parents.stream()
                .filter(parent -> parent.round() == block.header().round() - 1)
                .count();
        if (recent >= world().plan().quorum()) {
            Block jumped = remake(
                    "jump",
                    block,
                    parents,
                    block.header().votes(),
                    block.header().timeMs());
            lastSent = jumped.reference();
            pass(peer, jumped);
        }
    }

    /** Returns a block of the next seat with the parents of the own one, signed by the own key. */
    private Block impersonated(Block block) {
        int victim = (index() + 1) % world().plan().seats();
        List<Reference> parents = new ArrayList<>();
        block.header().parents().stream()
                .filter(parent -> parent.author() == victim)
                .forEach(parents::add);
        block.header().parents().stream()
                .filter(parent -> parent.author() != victim)
                .forEach(parents::add);
        return made.computeIfAbsent(
                "other" + block.reference(),
                _ -> world().codec()
                        .make(victim, block.header().round(), parents, 0, List.of(), List.of(), signatures()));
    }

    private Block farAhead(long round) {
        List<Reference> parents = new ArrayList<>();
        parents.add(new Reference(round - 1, index(), digest()));
        for (int seat = 0; seat < world().plan().seats(); seat++) {
            if (seat != index()) {
                parents.add(new Reference(round - 1, seat, digest()));
            }
        }
        return made.computeIfAbsent(
                "far" + round,
                _ -> world().codec().make(index(), round, parents, 0, List.of(), List.of(), signatures()));
    }

    private Digest digest() {
        byte[] bytes = new byte[DIGEST_BYTES];
        random().nextBytes(bytes);
        return Digest.of(bytes);
    }

    private Block falseVotes(Block block) {
        List<CommitVote> votes = new ArrayList<>();
        for (long i = 1; i <= 5; i++) {
            long commit = Math.max(1, world().checks().commits() + i - 3);
            votes.add(new CommitVote(VoteKind.COMMITTED, commit, digest()));
            votes.add(new CommitVote(VoteKind.EXECUTED, commit, Digest.of(new byte[DIGEST_BYTES])));
        }
        return remake(
                "votes", block, block.header().parents(), votes, block.header().timeMs());
    }
}
