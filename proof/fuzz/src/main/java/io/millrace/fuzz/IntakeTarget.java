package io.millrace.fuzz;

import io.millrace.ledger.Block;
import io.millrace.ledger.BlockCodec;
import io.millrace.ledger.Digest;
import io.millrace.ledger.Intake;
import io.millrace.ledger.RejectedException;
import io.millrace.ledger.Seat;
import io.millrace.ledger.SeatMessage;
import io.millrace.ledger.SeatOptions;
import io.millrace.ledger.SeatRecovery;
import io.millrace.ledger.SeatSignatures;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The input is what a node of the ledger gets from other seats: as for {@link LedgerTarget}, but with signatures, which
 * are verified before the seat has the message. Whatever is passed on has right signatures and transactions, and what
 * is right is passed on, whichever blocks came before.
 */
final class IntakeTarget implements Target {
    private static final byte COMMITTED = 8;

    /** A transaction that begins so is refused. */
    private static final byte WRONG = 9;

    private final BlockCodec codec = LedgerTarget.codec();
    private final Guard guard = new Guard(16 << 20, 8_192);

    /** Signatures that are their seat and what is signed, and then anything: a block has several that are right. */
    private static final class Named implements SeatSignatures {
        private final int own;
        private long refused;

        private Named(int own) {
            this.own = own;
        }

        private static byte[] name(int seat, Digest block) {
            return ByteBuffer.allocate(1 + block.bytes().length)
                    .put((byte) seat)
                    .put(block.bytes())
                    .array();
        }

        @Override
        public byte[] sign(Digest block) {
            return Arrays.copyOf(name(own, block), BYTES);
        }

        @Override
        public boolean verify(int seat, Digest block, byte[] signature) {
            byte[] name = name(seat, block);
            boolean isRight = Arrays.equals(name, Arrays.copyOf(signature, name.length));
            refused += isRight ? 0 : 1;
            return isRight;
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
        Named signatures = new Named(0);
        Intake intake = intake(signatures);
        LedgerTarget.Alone port = new LedgerTarget.Alone();
        Seat seat = new Seat(SeatOptions.of(0, LedgerTarget.SEATS, 1000), codec, intake, port, SeatRecovery.first(), 1);
        seat.start(0, 0);
        long nowNs = 0;
        for (int at = 0; at + LedgerTarget.LENGTH_BYTES <= input.length; ) {
            int from = at + LedgerTarget.LENGTH_BYTES;
            int length = (input[at] & 0xFF) << 8 | (input[at + 1] & 0xFF);
            int end = Math.min(input.length, from + length);
            byte[] message = Arrays.copyOfRange(input, from, end);
            SeatMessage read = read(intake, message);
            Guard.check(
                    blocks(read(intake(new Named(0)), message))
                            .allMatch(block -> blocks(read).anyMatch(each -> isSame(each, block))),
                    "a right block is left out, since others came before");
            if (read != null) {
                blocks(read).forEach(this::checkRight);
                long refused = signatures.refused;
                seat.received(1 + at % (LedgerTarget.SEATS - 1), read);
                Guard.check(
                        refused == signatures.refused || read instanceof SeatMessage.Commits,
                        "a seat gets a wrong signature message=" + read);
            }
            seat.forced(port.forced);
            nowNs += LedgerTarget.STEP_NS;
            seat.tick(nowNs, nowNs);
            at = end;
        }
        Guard.check(seat.status().keptBlocks() < LedgerTarget.MOST_KEPT, "a seat keeps too much " + seat.status());
    }

    private Intake intake(Named signatures) {
        return new Intake(codec, signatures, IntakeTarget::isRight);
    }

    private static boolean isRight(byte[] transaction) {
        return transaction.length == 0 || transaction[0] != WRONG;
    }

    private static SeatMessage read(Intake intake, byte[] message) {
        try {
            return intake.read(
                    message, rejected -> Guard.check(!rejected.getMessage().isBlank(), "a refusal says nothing"));
        } catch (RejectedException e) {
            return null;
        }
    }

    private static Stream<Block> blocks(SeatMessage message) {
        return switch (message) {
            case SeatMessage.Blocks sent -> sent.blocks().stream();
            case SeatMessage.Committed sent -> sent.blocks().stream();
            case SeatMessage.Newest newest -> Stream.concat(newest.own().stream(), newest.yours().stream());
            case null, default -> Stream.empty();
        };
    }

    private static boolean isSame(Block one, Block other) {
        return Arrays.equals(BlockCodec.bytes(one), BlockCodec.bytes(other));
    }

    private void checkRight(Block block) {
        byte[] bytes = BlockCodec.bytes(block);
        int signature = Integer.BYTES + ByteBuffer.wrap(bytes).getInt();
        Guard.check(
                new Named(0)
                        .verify(
                                block.header().author(),
                                block.reference().digest(),
                                Arrays.copyOfRange(bytes, signature, signature + SeatSignatures.BYTES)),
                "a block with a wrong signature is passed on block=" + block);
        for (int i = 0; i < block.size(); i++) {
            Guard.check(isRight(block.transaction(i)), "a wrong transaction is passed on block=" + block);
        }
        Block again = codec.read(ByteBuffer.wrap(bytes));
        Guard.check(again.reference().equals(block.reference()), "a block differs after it was read block=" + block);
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> messages = new ArrayList<>();
        for (int seat = 1; seat < LedgerTarget.SEATS; seat++) {
            Named signatures = new Named(seat);
            Block block =
                    LedgerTarget.block(codec, signatures, seat, 1, codec.chain().genesis());
            byte[] right = LedgerTarget.message(LedgerTarget.BLOCKS, block);
            byte[] another = right.clone();
            int signature = 5 + Integer.BYTES + ByteBuffer.wrap(right).getInt(5);
            another[signature + SeatSignatures.BYTES - 1] = 1; // as right, since an author signs as it likes
            byte[] wrong = right.clone();
            wrong[signature] = 7;
            messages.addAll(List.of(right, another, wrong, LedgerTarget.message(COMMITTED, block)));
        }
        return List.of(LedgerTarget.stream(messages), LedgerTarget.stream(LedgerTarget.messages(codec, new Named(1))));
    }
}
