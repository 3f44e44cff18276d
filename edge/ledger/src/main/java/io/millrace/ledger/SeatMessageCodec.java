package io.millrace.ledger;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes and reads messages between seats: one byte for the kind, and then as drawn. Numbers are big-endian.
 *
 * <pre>
 *  kind  message          content
 *     1  blocks           count 4, blocks
 *     2  fetch            count 4, references of 42 bytes
 *     3  ask              nonce 8
 *     4  newest           nonce 8; twice: 0, or 1 and a block
 *     5  fetch commits    number 8
 *     6  commits          number 8, count 4, commits, count 4, headers
 *     7  fetch committed  as 2
 *     8  committed        as 1
 *
 *  commit: number 8, digest of the one before 32, leader 42, time 8, root 32, count 4, references of 42 bytes
 * </pre>
 */
final class SeatMessageCodec {
    /** Bytes of a message beside a block of the largest size. */
    static final int OVERHEAD = 64;

    /** The most references in one request. */
    static final int MOST_ASKED = 256;

    /** The most commits in one answer. */
    static final int MOST_COMMITS = 64;

    private static final int MOST_BLOCKS = 4096;
    private static final int MOST_ORDERED = 1 << 16;
    private static final int REFERENCE_BYTES = Long.BYTES + Short.BYTES + Sha256.BYTES;
    private static final int COMMIT_BYTES = 2 * Long.BYTES + 2 * Sha256.BYTES + REFERENCE_BYTES + Integer.BYTES;

    private static final byte BLOCKS = 1;
    private static final byte FETCH = 2;
    private static final byte ASK = 3;
    private static final byte NEWEST = 4;
    private static final byte FETCH_COMMITS = 5;
    private static final byte COMMITS = 6;
    private static final byte FETCH_COMMITTED = 7;
    private static final byte COMMITTED = 8;

    private final BlockCodec blocks;

    SeatMessageCodec(BlockCodec blocks) {
        this.blocks = blocks;
    }

    BlockCodec blocks() {
        return blocks;
    }

    /** Returns the most bytes of a message. */
    int mostBytes() {
        return blocks.limits().messageBytes(blocks.chain().committee());
    }

    static byte[] write(SeatMessage message) {
        ByteBuffer out = ByteBuffer.allocate(1 + size(message));
        switch (message) {
            case SeatMessage.Blocks sent -> putBlocks(out.put(BLOCKS), sent.blocks());
            case SeatMessage.Fetch fetch -> putReferences(out.put(FETCH), fetch.blocks());
            case SeatMessage.Ask ask -> out.put(ASK).putLong(ask.nonce());
            case SeatMessage.Newest newest -> {
                out.put(NEWEST).putLong(newest.nonce());
                putOptional(out, newest.own());
                putOptional(out, newest.yours());
            }
            case SeatMessage.FetchCommits fetch -> out.put(FETCH_COMMITS).putLong(fetch.from());
            case SeatMessage.Commits commits -> {
                out.put(COMMITS).putLong(commits.from());
                out.putInt(commits.commits().size());
                commits.commits().forEach(commit -> putCommit(out, commit));
                out.putInt(commits.proof().size());
                commits.proof().forEach(header -> BlockCodec.putHeader(out, header));
            }
            case SeatMessage.FetchCommitted fetch -> putReferences(out.put(FETCH_COMMITTED), fetch.blocks());
            case SeatMessage.Committed sent -> putBlocks(out.put(COMMITTED), sent.blocks());
        }
        return out.array();
    }

    private static int size(SeatMessage message) {
        return switch (message) {
            case SeatMessage.Blocks sent -> blockBytes(sent.blocks());
            case SeatMessage.Fetch fetch -> referenceBytes(fetch.blocks());
            case SeatMessage.Ask _ -> Long.BYTES;
            case SeatMessage.Newest newest ->
                Long.BYTES
                        + 2
                        + newest.own().map(BlockCodec::size).orElse(0)
                        + newest.yours().map(BlockCodec::size).orElse(0);
            case SeatMessage.FetchCommits _ -> Long.BYTES;
            case SeatMessage.Commits commits -> {
                int bytes = Long.BYTES + 2 * Integer.BYTES;
                for (CommitRecord commit : commits.commits()) {
                    bytes += size(commit);
                }
                for (BlockHeader header : commits.proof()) {
                    bytes += BlockCodec.headerSize(header);
                }
                yield bytes;
            }
            case SeatMessage.FetchCommitted fetch -> referenceBytes(fetch.blocks());
            case SeatMessage.Committed sent -> blockBytes(sent.blocks());
        };
    }

    private static int blockBytes(List<Block> sent) {
        int bytes = Integer.BYTES;
        for (Block block : sent) {
            bytes += BlockCodec.size(block);
        }
        return bytes;
    }

    private static int referenceBytes(List<Reference> references) {
        return Integer.BYTES + references.size() * REFERENCE_BYTES;
    }

    static int size(CommitRecord commit) {
        return COMMIT_BYTES + commit.blocks().size() * REFERENCE_BYTES;
    }

    private static void putBlocks(ByteBuffer out, List<Block> sent) {
        out.putInt(sent.size());
        sent.forEach(block -> BlockCodec.put(out, block));
    }

    private static void putReferences(ByteBuffer out, List<Reference> references) {
        out.putInt(references.size());
        references.forEach(reference -> BlockCodec.putReference(out, reference));
    }

    private static void putOptional(ByteBuffer out, Optional<Block> block) {
        out.put((byte) (block.isPresent() ? 1 : 0));
        block.ifPresent(present -> BlockCodec.put(out, present));
    }

    static void putCommit(ByteBuffer out, CommitRecord commit) {
        out.putLong(commit.index()).put(commit.previous().rawBytes());
        BlockCodec.putReference(out, commit.leader());
        out.putLong(commit.timeMs()).put(commit.root().rawBytes());
        putReferences(out, commit.blocks());
    }

    /**
     * Reads a message, which takes all bytes. Signatures are not verified.
     *
     * @throws RejectedException with the first rule that it breaks
     */
    SeatMessage read(byte[] message) {
        return read(message, _ -> null);
    }

    /**
     * Reads a message as {@link #read(byte[])} does, with the blocks that are known as they are.
     *
     * @param known returns the block of a header, or null
     */
    SeatMessage read(byte[] message, Function<BlockHeader, Block> known) {
        if (message.length > mostBytes()) {
            throw new RejectedException(
                    Rejection.SIZE, "a message is too long bytes=" + message.length + " most=" + mostBytes());
        }
        ByteBuffer in = ByteBuffer.wrap(message);
        BlockCodec.demand(in, 1, "message");
        int kind = in.get();
        SeatMessage read = switch (kind) {
            case BLOCKS -> new SeatMessage.Blocks(readBlocks(in, known));
            case FETCH -> new SeatMessage.Fetch(readReferences(in, MOST_ASKED));
            case ASK -> new SeatMessage.Ask(readLong(in));
            case NEWEST -> new SeatMessage.Newest(readLong(in), readOptional(in), readOptional(in));
            case FETCH_COMMITS -> new SeatMessage.FetchCommits(readLong(in));
            case COMMITS -> readCommits(in);
            case FETCH_COMMITTED -> new SeatMessage.FetchCommitted(readReferences(in, MOST_ASKED));
            case COMMITTED -> new SeatMessage.Committed(readBlocks(in, known));
            default -> throw new RejectedException(Rejection.MALFORMED, "no message of this kind kind=" + kind);
        };
        if (in.hasRemaining()) {
            throw new RejectedException(
                    Rejection.MALFORMED, "bytes follow the end of a message bytes=" + in.remaining());
        }
        return read;
    }

    private static long readLong(ByteBuffer in) {
        BlockCodec.demand(in, Long.BYTES, "message");
        return in.getLong();
    }

    private List<Block> readBlocks(ByteBuffer in, Function<BlockHeader, Block> known) {
        int count = BlockCodec.readCount(in, MOST_BLOCKS, "blocks");
        List<Block> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(blocks.read(in, known));
        }
        return read;
    }

    private static List<Reference> readReferences(ByteBuffer in, int most) {
        int count = BlockCodec.readCount(in, most, "references");
        BlockCodec.demand(in, count * REFERENCE_BYTES, "list of references");
        List<Reference> references = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            references.add(BlockCodec.readReference(in));
        }
        return references;
    }

    private Optional<Block> readOptional(ByteBuffer in) {
        BlockCodec.demand(in, 1, "message");
        int mark = in.get();
        return switch (mark) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(blocks.read(in));
            default -> throw new RejectedException(Rejection.MALFORMED, "no mark of a block mark=" + mark);
        };
    }

    static CommitRecord readCommit(ByteBuffer in) {
        BlockCodec.demand(in, COMMIT_BYTES, "commit");
        long index = in.getLong();
        Digest previous = BlockCodec.readDigest(in);
        Reference leader = BlockCodec.readReference(in);
        long timeMs = in.getLong();
        Digest root = BlockCodec.readDigest(in);
        return new CommitRecord(index, previous, leader, timeMs, root, readReferences(in, MOST_ORDERED));
    }

    private SeatMessage readCommits(ByteBuffer in) {
        long from = readLong(in);
        int count = BlockCodec.readCount(in, MOST_COMMITS, "commits");
        List<CommitRecord> commits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            commits.add(readCommit(in));
        }
        int headers = BlockCodec.readCount(in, blocks.chain().committee().seats(), "headers");
        List<BlockHeader> proof = new ArrayList<>();
        for (int i = 0; i < headers; i++) {
            proof.add(blocks.readHeader(in));
        }
        return new SeatMessage.Commits(from, commits, proof);
    }
}
