package io.millrace.ledger;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Makes, writes and reads blocks. Numbers are big-endian. Immutable and thread-safe.
 *
 * <pre>
 *  header                                       block
 *   bytes  content                               bytes  content
 *      23  millrace.ledger.block.1                   4  bytes of the header
 *      32  name of the chain                         h  header
 *       8  week                                     64  signature
 *      32  hash of the committee                     4  transactions
 *       8  round                                     then for each
 *       2  author                                    4  bytes of it
 *       8  time, ms since 1970                       n  transaction
 *      32  Merkle root over the transactions
 *       2  parents
 *      42  for each: round 8, author 2, digest 32
 *       2  commit votes
 *      41  for each: kind 1, index 8, digest 32
 * </pre>
 *
 * <p>What the bytes alone tell is checked here, the same for all: sizes, chain, week, committee, author, round, the
 * parents' rounds and authors, the quorum, the root over the transactions. A block has one encoding.
 */
public final class BlockCodec {
    private static final byte[] TAG = "millrace.ledger.block.1".getBytes(StandardCharsets.US_ASCII);
    private static final int FIXED_BYTES =
            TAG.length + 3 * Sha256.BYTES + 3 * Long.BYTES + Short.BYTES + 2 * Short.BYTES;
    private static final int PARENT_BYTES = Long.BYTES + Short.BYTES + Sha256.BYTES;
    private static final int VOTE_BYTES = 1 + Long.BYTES + Sha256.BYTES;

    private final LedgerChain chain;
    private final BlockLimits limits;

    /** Creates a codec for the blocks of a chain. */
    public BlockCodec(LedgerChain chain, BlockLimits limits) {
        this.chain = Objects.requireNonNull(chain, "chain");
        this.limits = Objects.requireNonNull(limits, "limits");
    }

    /** Returns the chain. */
    public LedgerChain chain() {
        return chain;
    }

    /** Returns the limits. */
    public BlockLimits limits() {
        return limits;
    }

    static int mostBytes(Committee committee, BlockLimits limits) {
        return headerBytes(committee.seats(), limits.votes())
                + 3 * Integer.BYTES
                + SeatSignatures.BYTES
                + limits.payloadBytes()
                + limits.transactions() * Integer.BYTES;
    }

    private static int headerBytes(int parents, int votes) {
        return FIXED_BYTES + parents * PARENT_BYTES + votes * VOTE_BYTES;
    }

    /**
     * Makes a block and signs it. Nothing is checked: tests of seats make wrong blocks by it.
     *
     * @param author the seat
     * @param round the round
     * @param parents what it refers to, the author's own first
     * @param timeMs the author's clock
     * @param votes what it says about commits
     * @param transactions its transactions, which must not be changed later
     * @param signatures signs the digest
     * @return the block
     */
    public Block make(
            int author,
            long round,
            List<Reference> parents,
            long timeMs,
            List<CommitVote> votes,
            List<byte[]> transactions,
            SeatSignatures signatures) {
        List<byte[]> kept = List.copyOf(transactions);
        List<Digest> leaves = Sha256.leaves(kept);
        Digest root = Sha256.root(leaves);
        ByteBuffer out = ByteBuffer.allocate(headerBytes(parents.size(), votes.size()));
        out.put(TAG).put(chain.id().rawBytes()).putLong(chain.week());
        out.put(chain.committeeHash().rawBytes()).putLong(round).putShort((short) author);
        out.putLong(timeMs).put(root.rawBytes());
        out.putShort((short) parents.size());
        parents.forEach(parent -> putReference(out, parent));
        out.putShort((short) votes.size());
        for (CommitVote vote : votes) {
            out.put(vote.kind().code()).putLong(vote.index()).put(vote.digest().rawBytes());
        }
        byte[] bytes = out.array();
        Digest digest = Sha256.ofBytes(bytes);
        Reference reference = new Reference(round, author, digest);
        byte[] signature = signatures.sign(digest);
        return new Block(new BlockHeader(reference, parents, timeMs, root, votes, bytes, signature), kept, leaves);
    }

    static void putReference(ByteBuffer out, Reference reference) {
        out.putLong(reference.round())
                .putShort((short) reference.author())
                .put(reference.digest().rawBytes());
    }

    static Reference readReference(ByteBuffer in) {
        demand(in, PARENT_BYTES, "reference");
        long round = in.getLong();
        int author = Short.toUnsignedInt(in.getShort());
        return new Reference(round, author, readDigest(in));
    }

    static Digest readDigest(ByteBuffer in) {
        demand(in, Sha256.BYTES, "digest");
        byte[] bytes = new byte[Sha256.BYTES];
        in.get(bytes);
        return Digest.ofOwn(bytes);
    }

    /** Checks that so many bytes are left. */
    static void demand(ByteBuffer in, int bytes, String what) {
        if (in.remaining() < bytes) {
            throw new RejectedException(
                    Rejection.MALFORMED,
                    "the bytes end within a " + what + " needed=" + bytes + " left=" + in.remaining());
        }
    }

    /** Reads a number from 0 to a limit. */
    static int readCount(ByteBuffer in, int most, String what) {
        demand(in, Integer.BYTES, what);
        int count = in.getInt();
        if (count < 0 || count > most) {
            throw new RejectedException(Rejection.SIZE, "too many " + what + " count=" + count + " most=" + most);
        }
        return count;
    }

    static int headerSize(BlockHeader header) {
        return Integer.BYTES + header.rawBytes().length + SeatSignatures.BYTES;
    }

    static void putHeader(ByteBuffer out, BlockHeader header) {
        out.putInt(header.rawBytes().length).put(header.rawBytes()).put(header.rawSignature());
    }

    static int size(Block block) {
        int bytes = headerSize(block.header()) + Integer.BYTES;
        for (byte[] transaction : block.rawTransactions()) {
            bytes += Integer.BYTES + transaction.length;
        }
        return bytes;
    }

    static void put(ByteBuffer out, Block block) {
        putHeader(out, block.header());
        out.putInt(block.size());
        for (byte[] transaction : block.rawTransactions()) {
            out.putInt(transaction.length).put(transaction);
        }
    }

    /** Returns the bytes of a block, as {@link #read} takes them. */
    public static byte[] bytes(Block block) {
        ByteBuffer out = ByteBuffer.allocate(size(block));
        put(out, block);
        return out.array();
    }

    /**
     * Reads a block and leaves the buffer after it. The signature is not verified.
     *
     * @param in where the block begins
     * @return a block that is valid but for its signature and for what its parents tell
     * @throws RejectedException with the first rule that it breaks
     */
    public Block read(ByteBuffer in) {
        return read(in, _ -> null);
    }

    /**
     * Reads a block as {@link #read(ByteBuffer)} does, unless it is known: then its transactions are passed over.
     *
     * @param known returns the block of a header, or null
     */
    Block read(ByteBuffer in, Function<BlockHeader, Block> known) {
        BlockHeader header = readHeader(in);
        Block before = known.apply(header);
        if (before != null) {
            skipTransactions(in);
            return before;
        }
        int count = readCount(in, limits.transactions(), "transactions");
        List<byte[]> transactions = new ArrayList<>(Math.min(count, in.remaining() / Integer.BYTES + 1));
        int left = limits.payloadBytes();
        for (int i = 0; i < count; i++) {
            int bytes = readCount(in, left, "bytes of transactions");
            demand(in, bytes, "transaction");
            byte[] transaction = new byte[bytes];
            in.get(transaction);
            transactions.add(transaction);
            left -= bytes;
        }
        List<Digest> leaves = Sha256.leaves(transactions);
        Digest root = Sha256.root(leaves);
        if (!root.equals(header.payloadRoot())) {
            throw new RejectedException(
                    Rejection.PAYLOAD_ROOT,
                    "the transactions are not those of the header block=" + header + " root=" + root);
        }
        return new Block(header, List.copyOf(transactions), leaves);
    }

    private void skipTransactions(ByteBuffer in) {
        int count = readCount(in, limits.transactions(), "transactions");
        for (int i = 0; i < count; i++) {
            int bytes = readCount(in, limits.payloadBytes(), "bytes of transactions");
            demand(in, bytes, "transaction");
            in.position(in.position() + bytes);
        }
    }

    /**
     * Reads the signed part of a block and leaves the buffer after it. The signature is not verified.
     *
     * @param in where it begins
     * @return the header
     * @throws RejectedException with the first rule that it breaks
     */
    BlockHeader readHeader(ByteBuffer in) {
        int most = headerBytes(chain.committee().seats(), limits.votes());
        int length = readCount(in, most, "bytes of a header");
        demand(in, length + SeatSignatures.BYTES, "header");
        byte[] bytes = new byte[length];
        in.get(bytes);
        byte[] signature = new byte[SeatSignatures.BYTES];
        in.get(signature);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        demand(header, FIXED_BYTES, "header");
        checkChain(header);
        long round = header.getLong();
        int author = Short.toUnsignedInt(header.getShort());
        long timeMs = header.getLong();
        Digest root = readDigest(header);
        checkPlace(author, round);
        List<Reference> parents = readParents(header);
        checkParents(author, round, parents);
        List<CommitVote> votes = readVotes(header);
        if (header.hasRemaining()) {
            throw new RejectedException(
                    Rejection.MALFORMED, "bytes follow the end of a header bytes=" + header.remaining());
        }
        Reference reference = new Reference(round, author, Sha256.ofBytes(bytes));
        return new BlockHeader(reference, parents, timeMs, root, votes, bytes, signature);
    }

    private void checkChain(ByteBuffer header) {
        byte[] tag = new byte[TAG.length];
        header.get(tag);
        if (!Arrays.equals(tag, TAG)) {
            throw new RejectedException(Rejection.MALFORMED, "a header begins with its name");
        }
        Digest id = readDigest(header);
        if (!id.equals(chain.id())) {
            throw new RejectedException(Rejection.CHAIN, "a block of another chain chain=" + id);
        }
        long week = header.getLong();
        if (week != chain.week()) {
            throw new RejectedException(
                    Rejection.WEEK, "a block of another week week=" + week + " expected=" + chain.week());
        }
        Digest committee = readDigest(header);
        if (!committee.equals(chain.committeeHash())) {
            throw new RejectedException(Rejection.COMMITTEE, "a block of another committee hash=" + committee);
        }
    }

    private void checkPlace(int author, long round) {
        if (author >= chain.committee().seats()) {
            throw new RejectedException(
                    Rejection.AUTHOR,
                    "the author is no seat author=" + author + " seats="
                            + chain.committee().seats());
        }
        if (round < 1) {
            throw new RejectedException(Rejection.ROUND, "a block is of round 1 or later round=" + round);
        }
    }

    private List<Reference> readParents(ByteBuffer header) {
        demand(header, Short.BYTES, "header");
        int count = Short.toUnsignedInt(header.getShort());
        if (count > chain.committee().seats()) {
            throw new RejectedException(
                    Rejection.SIZE,
                    "too many parents count=" + count + " seats="
                            + chain.committee().seats());
        }
        demand(header, count * PARENT_BYTES, "list of parents");
        List<Reference> parents = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parents.add(readReference(header));
        }
        return parents;
    }

    private void checkParents(int author, long round, List<Reference> parents) {
        if (parents.isEmpty() || parents.getFirst().author() != author) {
            throw new RejectedException(Rejection.OWN_PARENT, "the first parent is the author's own author=" + author);
        }
        SeatSet authors = new SeatSet(chain.committee().seats());
        int recent = 0;
        for (Reference parent : parents) {
            if (parent.round() < 0 || parent.round() >= round) {
                throw new RejectedException(
                        Rejection.PARENT_ROUND, "a parent is of an earlier round round=" + round + " parent=" + parent);
            }
            if (parent.author() >= chain.committee().seats() || !authors.add(parent.author())) {
                throw new RejectedException(
                        Rejection.DUPLICATE_AUTHOR, "parents are of different seats parent=" + parent);
            }
            if (parent.round() == 0 && !parent.equals(chain.genesis().get(parent.author()))) {
                throw new RejectedException(
                        Rejection.PARENT_ROUND, "a parent of round 0 is the implied block parent=" + parent);
            }
            recent += parent.round() == round - 1 ? 1 : 0;
        }
        if (recent < chain.committee().quorum()) {
            throw new RejectedException(
                    Rejection.QUORUM,
                    "too few parents are of the round before count=" + recent + " quorum="
                            + chain.committee().quorum());
        }
    }

    private List<CommitVote> readVotes(ByteBuffer header) {
        demand(header, Short.BYTES, "header");
        int count = Short.toUnsignedInt(header.getShort());
        if (count > limits.votes()) {
            throw new RejectedException(Rejection.SIZE, "too many votes count=" + count + " most=" + limits.votes());
        }
        demand(header, count * VOTE_BYTES, "list of votes");
        List<CommitVote> votes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte code = header.get();
            VoteKind kind = VoteKind.ofCode(code);
            long index = header.getLong();
            if (kind == null || index < 1) {
                throw new RejectedException(
                        Rejection.MALFORMED, "no vote about a commit kind=" + code + " index=" + index);
            }
            votes.add(new CommitVote(kind, index, readDigest(header)));
        }
        return votes;
    }
}
