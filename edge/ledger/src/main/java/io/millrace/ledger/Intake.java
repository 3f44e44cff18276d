package io.millrace.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Reads what peers send and verifies the signatures of blocks and of the transactions in them, before the seat gets
 * them: in the threads of the links, so that several peers' blocks are verified at once, and each block once, though
 * several peers send it. The seat asks it again and gets what is known. Any thread.
 */
public final class Intake implements SeatSignatures {
    /** Blocks for each seat that are known, in each of two generations: peers send a block again within some rounds. */
    private static final int KEPT = 16;

    private final SeatMessageCodec codec;
    private final SeatSignatures signatures;
    private final TransactionCheck transactions;
    private final int most;
    private volatile Map<Digest, Block> young;
    private volatile Map<Digest, Block> old;

    /**
     * Takes what is demanded.
     *
     * @param blocks reads blocks of the chain
     * @param signatures signs for the seat, and verifies what others have signed
     * @param transactions what is demanded of the transactions of a block
     */
    public Intake(BlockCodec blocks, SeatSignatures signatures, TransactionCheck transactions) {
        this.codec = new SeatMessageCodec(blocks);
        this.signatures = Objects.requireNonNull(signatures, "signatures");
        this.transactions = Objects.requireNonNull(transactions, "transactions");
        this.most = KEPT * blocks.chain().committee().seats();
        this.young = generation();
        this.old = generation();
    }

    private Map<Digest, Block> generation() {
        return new ConcurrentHashMap<>(8 * most); // a long computation of one block seldom delays another
    }

    /**
     * Reads a message, and leaves out its blocks that are wrong.
     *
     * @param message its bytes
     * @param rejected gets why
     * @return what is right of it, for {@link Seat#received(int, SeatMessage)}
     * @throws RejectedException if all of it is wrong
     */
    public SeatMessage read(byte[] message, Consumer<RejectedException> rejected) {
        SeatMessage read =
                codec.read(message, header -> known(header.reference().digest(), header.rawSignature()));
        return switch (read) {
            case SeatMessage.Blocks sent -> new SeatMessage.Blocks(verified(sent.blocks(), rejected));
            case SeatMessage.Committed sent -> new SeatMessage.Committed(verified(sent.blocks(), rejected));
            case SeatMessage.Newest newest -> {
                newest.own().ifPresent(this::verify);
                newest.yours().ifPresent(this::verify);
                yield newest;
            }
            default -> read;
        };
    }

    private List<Block> verified(List<Block> blocks, Consumer<RejectedException> rejected) {
        return blocks.stream().filter(block -> isVerified(block, rejected)).toList();
    }

    private boolean isVerified(Block block, Consumer<RejectedException> rejected) {
        try {
            verify(block);
            return true;
        } catch (RejectedException e) {
            rejected.accept(e);
            return false;
        }
    }

    private void verify(Block block) {
        if (known(block.reference().digest(), block.header().rawSignature()) != null) {
            return;
        }
        if (young.size() >= most) {
            rotate();
        }
        Block there = young.computeIfAbsent(block.reference().digest(), _ -> verified(block));
        if (!hasSignature(there, block.header().rawSignature())) {
            verified(block); // an author can sign one block in several ways
        }
    }

    private static boolean hasSignature(Block block, byte[] signature) {
        return Arrays.equals(block.header().rawSignature(), signature);
    }

    private synchronized void rotate() {
        if (young.size() >= most) {
            old = young;
            young = generation();
        }
    }

    private Block verified(Block block) {
        if (!signatures.verify(
                block.header().author(),
                block.reference().digest(),
                block.header().rawSignature())) {
            throw new RejectedException(Rejection.SIGNATURE, "the signature is wrong block=" + block);
        }
        for (byte[] transaction : block.rawTransactions()) {
            if (!transactions.isRight(transaction)) {
                throw new RejectedException(
                        Rejection.CLIENT, "a transaction is not signed as its client must sign block=" + block);
            }
        }
        return block;
    }

    /** Returns the block that was verified with this signature, or null. */
    private Block known(Digest digest, byte[] signature) {
        Block found = young.get(digest);
        found = found == null ? old.get(digest) : found;
        return found != null && hasSignature(found, signature) ? found : null;
    }

    @Override
    public byte[] sign(Digest block) {
        return signatures.sign(block);
    }

    @Override
    public boolean verify(int seat, Digest block, byte[] signature) {
        return known(block, signature) != null || signatures.verify(seat, block, signature);
    }
}
