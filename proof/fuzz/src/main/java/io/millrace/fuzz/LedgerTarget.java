package io.millrace.fuzz;

import io.millrace.ledger.Block;
import io.millrace.ledger.BlockCodec;
import io.millrace.ledger.BlockLimits;
import io.millrace.ledger.CommitProof;
import io.millrace.ledger.CommitRecord;
import io.millrace.ledger.CommitVote;
import io.millrace.ledger.Committee;
import io.millrace.ledger.Digest;
import io.millrace.ledger.LedgerChain;
import io.millrace.ledger.Reference;
import io.millrace.ledger.Rejection;
import io.millrace.ledger.Seat;
import io.millrace.ledger.SeatEvent;
import io.millrace.ledger.SeatOptions;
import io.millrace.ledger.SeatPort;
import io.millrace.ledger.SeatRecovery;
import io.millrace.ledger.SeatSignatures;
import io.millrace.ledger.VoteKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The input is what a seat of the ledger gets from another seat: messages with a length of two bytes before each. The
 * seat lives on and keeps a bounded number of blocks; signatures are taken as right, so that blocks get further.
 */
final class LedgerTarget implements Target {
    static final int SEATS = 4;
    static final int MOST_KEPT = 20_000;
    static final int LENGTH_BYTES = 2;

    /** How much of its time a seat has for a message. */
    static final long STEP_NS = 700;

    private static final int MOST_LENGTH = 0xFFFF;
    static final byte BLOCKS = 1;
    private static final byte FETCH = 2;
    private static final byte ASK = 3;
    private static final byte NEWEST = 4;
    private static final byte FETCH_COMMITS = 5;

    private final BlockCodec codec = codec();
    private final Guard guard = new Guard(16 << 20, 4_096);

    static BlockCodec codec() {
        List<byte[]> keys = new ArrayList<>();
        for (int seat = 0; seat < SEATS; seat++) {
            keys.add(new byte[] {(byte) seat});
        }
        LedgerChain chain = new LedgerChain(Digest.of(new byte[32]), 1, Committee.of(SEATS), keys, 0);
        return new BlockCodec(chain, new BlockLimits(20, 4000, 8));
    }

    /** Takes every signature. */
    private static final class Open implements SeatSignatures {
        @Override
        public byte[] sign(Digest block) {
            return new byte[BYTES];
        }

        @Override
        public boolean verify(int seat, Digest block, byte[] signature) {
            return true;
        }
    }

    /** Surroundings without a disk and peers. */
    static final class Alone implements SeatPort {
        long forced;
        private final List<CommitRecord> commits = new ArrayList<>();

        @Override
        public void send(int peer, byte[] message) {
            Guard.check(peer > 0 && peer < SEATS && message.length > 0, "a message for no other seat peer=" + peer);
        }

        @Override
        public void store(Block block) {
            Guard.check(block.header().round() > 0, "a block of no round is accepted");
        }

        @Override
        public void storeOwn(Block block) {
            store(block);
        }

        @Override
        public void store(CommitRecord commit) {
            commits.add(commit);
            Guard.check(commit.index() == commits.size(), "a commit is left out index=" + commit.index());
        }

        @Override
        public void store(CommitProof proof) {
            Guard.check(proof.headers().size() > SEATS / 2, "a proof of few seats");
        }

        @Override
        public void force(long number) {
            forced = number;
        }

        @Override
        public void forget(long round) {}

        @Override
        public Optional<CommitRecord> commit(long index) {
            return index < 1 || index > commits.size() ? Optional.empty() : Optional.of(commits.get((int) index - 1));
        }

        @Override
        public Optional<CommitProof> proofFrom(long index) {
            return Optional.empty();
        }

        @Override
        public Optional<Block> block(Reference reference) {
            return Optional.empty();
        }

        @Override
        public void execute(CommitRecord commit, List<byte[]> transactions) {}

        @Override
        public void event(SeatEvent event, String text) {
            Guard.check(!text.isBlank(), "an event says nothing");
        }
    }

    @Override
    public void accept(byte[] input) {
        guard.read(input.length, () -> {
            play(input);
            return input;
        });
    }

    private void play(byte[] input) {
        Alone port = new Alone();
        Seat seat = new Seat(SeatOptions.of(0, SEATS, 1000), codec, new Open(), port, SeatRecovery.first(), 1);
        seat.start(0, 0);
        int at = 0;
        long nowNs = 0;
        while (at + LENGTH_BYTES <= input.length) {
            int length = (input[at] & 0xFF) << 8 | (input[at + 1] & 0xFF);
            int end = Math.min(input.length, at + LENGTH_BYTES + length);
            seat.received(1 + at % (SEATS - 1), Arrays.copyOfRange(input, at + LENGTH_BYTES, end));
            seat.forced(port.forced);
            nowNs += STEP_NS;
            seat.tick(nowNs, nowNs);
            at = end;
        }
        Guard.check(seat.status().keptBlocks() < MOST_KEPT, "a seat keeps too much " + seat.status());
        Guard.check(seat.nextTickNs() > nowNs, "a seat wants a time that has passed");
        long rejected = 0;
        for (int peer = 1; peer < SEATS; peer++) {
            for (Rejection reason : Rejection.values()) {
                rejected += seat.rejections(peer, reason);
            }
        }
        Guard.check(rejected >= 0, "a count is negative");
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(stream(messages(codec, new Open())));
    }

    /** Returns messages of three seats in four rounds, and questions. */
    static List<byte[]> messages(BlockCodec codec, SeatSignatures signatures) {
        List<byte[]> messages = new ArrayList<>();
        List<Reference> before = codec.chain().genesis();
        for (int peer = 1; peer < SEATS; peer++) {
            messages.add(ByteBuffer.allocate(11).put(NEWEST).putLong(1).array());
        }
        for (int round = 1; round <= 4; round++) {
            List<Reference> made = new ArrayList<>();
            for (int seat = 0; seat < SEATS; seat++) {
                Block block = block(codec, signatures, seat, round, before);
                made.add(block.reference());
                messages.add(message(BLOCKS, block));
            }
            before = made;
        }
        messages.add(ByteBuffer.allocate(9).put(ASK).putLong(3).array());
        messages.add(ByteBuffer.allocate(9).put(FETCH_COMMITS).putLong(1).array());
        messages.add(ByteBuffer.allocate(47)
                .put(FETCH)
                .putInt(1)
                .putLong(1)
                .putShort((short) 1)
                .put(before.getFirst().digest().bytes())
                .array());
        return messages;
    }

    /** Returns a message with a block. */
    static byte[] message(byte kind, Block block) {
        byte[] bytes = BlockCodec.bytes(block);
        return ByteBuffer.allocate(5 + bytes.length)
                .put(kind)
                .putInt(1)
                .put(bytes)
                .array();
    }

    /** Returns messages with the length of each before it. */
    static byte[] stream(List<byte[]> messages) {
        ByteBuffer stream = ByteBuffer.allocate(messages.stream()
                .mapToInt(message -> message.length + LENGTH_BYTES)
                .sum());
        for (byte[] message : messages) {
            stream.putShort((short) Math.min(MOST_LENGTH, message.length)).put(message);
        }
        return stream.array();
    }

    static Block block(BlockCodec codec, SeatSignatures signatures, int seat, long round, List<Reference> before) {
        List<Reference> parents = new ArrayList<>(List.of(before.get(seat)));
        before.stream().filter(parent -> parent.author() != seat).forEach(parents::add);
        CommitVote vote =
                new CommitVote(VoteKind.COMMITTED, 1, before.getFirst().digest());
        return codec.make(seat, round, parents, round, List.of(vote), List.of(new byte[] {1}), signatures);
    }
}
