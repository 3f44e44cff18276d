package io.millrace.ledger;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A seat with surroundings that note what it asks for, and blocks of the others made by hand. */
final class SeatBench implements SeatPort {
    static final long DELTA_NS = 100;
    static final BlockLimits LIMITS = new BlockLimits(10, 1000, 8);

    final BlockCodec codec;
    final Seat seat;
    final List<SeatMessage> sent = new ArrayList<>();
    final List<Integer> sentTo = new ArrayList<>();
    final List<Block> own = new ArrayList<>();
    final List<Block> stored = new ArrayList<>();
    final TreeMap<Long, CommitRecord> commits = new TreeMap<>();
    final TreeMap<Long, CommitProof> proofs = new TreeMap<>();
    final Map<Reference, Block> committed = new HashMap<>();
    final List<String> executed = new ArrayList<>();
    final List<SeatEvent> events = new ArrayList<>();
    private final SeatMessageCodec messages;
    private final int index;
    private long nowNs;
    private long force;
    private boolean isForcePending;
    boolean isForcing = true;

    /** Signatures that tell the seat alone. */
    record Named(int seat) implements SeatSignatures {
        @Override
        public byte[] sign(Digest block) {
            return ByteBuffer.allocate(BYTES).putInt(seat).put(block.rawBytes()).array();
        }

        @Override
        public boolean verify(int other, Digest block, byte[] signature) {
            return java.util.Arrays.equals(new Named(other).sign(block), signature);
        }
    }

    SeatBench(int index, int seats) {
        this(index, seats, SeatRecovery.first());
    }

    SeatBench(int index, int seats, SeatRecovery recovery) {
        this(SeatOptions.of(index, seats, DELTA_NS), seats, recovery);
    }

    SeatBench(SeatOptions options, int seats, SeatRecovery recovery) {
        this.index = options.seat();
        codec = codec(seats, 1);
        messages = new SeatMessageCodec(codec);
        recovery.blocks().forEach(block -> committed.put(block.reference(), block));
        seat = new Seat(options, codec, new Named(index), this, recovery, 7);
    }

    static BlockCodec codec(int seats, long week) {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < seats; i++) {
            keys.add(new byte[] {(byte) i});
        }
        return new BlockCodec(new LedgerChain(Digest.of(new byte[32]), week, Committee.of(seats), keys, 1000), LIMITS);
    }

    SeatBench start() {
        seat.start(nowNs, 5000);
        settle();
        return this;
    }

    /** Starts the seat, and has all others answer that they have no blocks. */
    SeatBench startAnswered() {
        start();
        for (int peer = 0; peer < codec.chain().committee().seats(); peer++) {
            if (peer != index) {
                receive(peer, new SeatMessage.Newest(7, Optional.empty(), Optional.empty()));
            }
        }
        return this;
    }

    void receive(int peer, SeatMessage message) {
        seat.received(peer, SeatMessageCodec.write(message));
        settle();
    }

    /** Has each block sent by its author. */
    void receive(Block... blocks) {
        for (Block block : blocks) {
            receive(block.header().author(), new SeatMessage.Blocks(List.of(block)));
        }
    }

    void pass(long ns) {
        nowNs += ns;
        seat.tick(nowNs, 5000 + nowNs);
        settle();
    }

    /** Ends forces until there is none. */
    void settle() {
        while (isForcing && isForcePending) {
            isForcePending = false;
            seat.forced(force);
        }
    }

    Reference genesis(int author) {
        return codec.chain().genesis().get(author);
    }

    /** Returns a block whose first parent must be the author's own. */
    Block block(int author, long round, Reference... parents) {
        return block(author, round, 5000, List.of(), List.of(), parents);
    }

    Block block(int author, long round, long timeMs, List<CommitVote> votes, List<byte[]> calls, Reference... parents) {
        return codec.make(author, round, List.of(parents), timeMs, votes, calls, new Named(author));
    }

    /** Returns a block with a signature that is wrong. */
    Block forged(Block block) {
        byte[] bytes = BlockCodec.bytes(block);
        bytes[Integer.BYTES + ByteBuffer.wrap(bytes).getInt()] ^= 1;
        return codec.read(ByteBuffer.wrap(bytes));
    }

    /** Returns the blocks of a round of all other seats, each on all blocks of the round before. */
    List<Block> round(long round, List<Reference> before) {
        List<Block> made = new ArrayList<>();
        for (int author = 0; author < codec.chain().committee().seats(); author++) {
            if (author != index) {
                made.add(block(author, round, ownFirst(author, before)));
            }
        }
        return made;
    }

    static Reference[] ownFirst(int author, List<Reference> before) {
        List<Reference> parents = new ArrayList<>();
        before.stream().filter(parent -> parent.author() == author).forEach(parents::add);
        before.stream().filter(parent -> parent.author() != author).forEach(parents::add);
        return parents.toArray(Reference[]::new);
    }

    /** Plays a round of all seats, and returns its blocks by author. */
    List<Reference> play(long round, List<Reference> before) {
        List<Reference> made = new ArrayList<>();
        round(round, before).forEach(block -> {
            receive(block);
            made.add(block.reference());
        });
        Block mine = own.stream()
                .filter(block -> block.header().round() == round)
                .findFirst()
                .orElseThrow(() -> new AssertionError("the seat has made no block round=" + round));
        made.add(index, mine.reference());
        return made;
    }

    List<Block> sentBlocks(int peer) {
        List<Block> found = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            if (sentTo.get(i) == peer && sent.get(i) instanceof SeatMessage.Blocks blocks) {
                found.addAll(blocks.blocks());
            }
        }
        return found;
    }

    /** Returns whether a peer was sent a block. */
    boolean isSent(int peer, Block block) {
        return sentBlocks(peer).stream()
                .anyMatch(sentBlock -> sentBlock.reference().equals(block.reference()));
    }

    <T extends SeatMessage> List<T> sent(Class<T> type) {
        return sent.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void send(int peer, byte[] message) {
        sent.add(messages.read(message));
        sentTo.add(peer);
    }

    @Override
    public void store(Block block) {
        stored.add(block);
        committed.put(block.reference(), block);
    }

    @Override
    public void storeOwn(Block block) {
        own.add(block);
        store(block);
    }

    @Override
    public void store(CommitRecord commit) {
        commits.put(commit.index(), commit);
    }

    @Override
    public void store(CommitProof proof) {
        proofs.put(proof.index(), proof);
    }

    @Override
    public void force(long number) {
        force = number;
        isForcePending = true;
    }

    @Override
    public void forget(long round) {
        committed.keySet().removeIf(block -> block.round() <= round);
    }

    @Override
    public Optional<CommitRecord> commit(long number) {
        return Optional.ofNullable(commits.get(number));
    }

    @Override
    public Optional<CommitProof> proofFrom(long number) {
        return Optional.ofNullable(proofs.ceilingEntry(number)).map(Map.Entry::getValue);
    }

    @Override
    public Optional<Block> block(Reference reference) {
        return Optional.ofNullable(committed.get(reference));
    }

    @Override
    public void execute(CommitRecord commit, List<byte[]> transactions) {
        transactions.forEach(each -> executed.add(new String(each, java.nio.charset.StandardCharsets.UTF_8)));
    }

    @Override
    public void event(SeatEvent event, String text) {
        events.add(event);
    }
}
