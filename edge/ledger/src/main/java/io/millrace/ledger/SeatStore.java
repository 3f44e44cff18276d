package io.millrace.ledger;

import io.millrace.journal.Appender;
import io.millrace.journal.Frames;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Read;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What a seat stores, as frames of one journal, so that a loss of power takes an end of it and nothing before. A frame
 * is a byte for the kind and then the bytes of a block, a commit or a proof. Blocks and commits are read from the files
 * when others ask for them; memory has their indexes alone.
 *
 * <p>The newest {@value #KEPT_COMMITS} commits and those that are not carried out are kept with their blocks, and what
 * is not forgotten; segments that nothing of it needs are removed. For the thread of the seat.
 */
final class SeatStore implements AutoCloseable {

    /** How many commits others can fetch; a seat that lags more needs the storage of another seat. */
    static final int KEPT_COMMITS = 20_000;

    private static final int PARTS = 20;
    private static final long SEGMENT_BYTES = 1L << 24;
    private static final String POSITION = "seat";

    private static final byte FIRST = 1;
    private static final byte OWN = 2;
    private static final byte BLOCK = 3;
    private static final byte COMMIT = 4;
    private static final byte PROOF = 5;

    private final BlockCodec codec;
    private final Journal journal;
    private final Appender appender;
    private final Frames frames;
    private final NamedPosition position;
    private final LongSupplier carriedOut;
    private final int kept;
    private final Map<Reference, Long> blocks = new HashMap<>();
    private final TreeMap<Long, CommitRecord> commits = new TreeMap<>();
    private final TreeMap<Long, Long> commitsAt = new TreeMap<>();
    private final TreeMap<Long, Long> proofsAt = new TreeMap<>();
    private Reference own;
    private long forgotten;
    private long compacted;

    private SeatStore(Journal journal, BlockCodec codec, LongSupplier carriedOut, int kept) {
        this.kept = kept;
        this.journal = journal;
        this.carriedOut = carriedOut;
        this.codec = codec;
        this.appender = journal.appender();
        this.frames = journal.frames();
        this.position = journal.position(POSITION);
    }

    private static Journal journal(Path directory, long segmentBytes) {
        return Journal.open(directory, JournalOptions.defaults().withSegmentSizeBytes(segmentBytes));
    }

    /** Makes the storage of a seat that has never signed; one that has is not told from it, so it is made once. */
    static void create(Path directory) {
        try (Journal journal = journal(directory, SEGMENT_BYTES);
                Appender appender = journal.appender()) {
            appender.awaitSynced(appender.append(MemorySegment.ofArray(new byte[] {FIRST}), 0, 1));
        }
    }

    /**
     * Opens the storage.
     *
     * @param carriedOut the number of a commit up to which all were carried out; later ones are kept
     */
    static SeatStore open(Path directory, BlockCodec codec, LongSupplier carriedOut) {
        return open(directory, codec, carriedOut, KEPT_COMMITS, SEGMENT_BYTES);
    }

    /** Opens the storage with another number of commits that are kept, and another size of segments. */
    static SeatStore open(Path directory, BlockCodec codec, LongSupplier carriedOut, int kept, long segmentBytes) {
        Journal journal = journal(directory, segmentBytes);
        try {
            return new SeatStore(journal, codec, carriedOut, kept);
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /**
     * Reads everything, once.
     *
     * @param executed the number of the last commit that was carried out
     */
    SeatRecovery recover(long executed) {
        List<Block> found = new ArrayList<>();
        RecordState record = RecordState.LOST;
        try (Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                ByteBuffer in = buffer(tailer.segment(), tailer.offset(), tailer.length());
                byte kind = in.get();
                switch (kind) {
                    case FIRST -> record = RecordState.KEPT;
                    case OWN, BLOCK -> {
                        Block block = codec.read(in);
                        found.add(block);
                        blocks.put(block.reference(), tailer.index());
                        if (kind == OWN) {
                            record = RecordState.KEPT;
                            own = block.reference();
                        }
                    }
                    case COMMIT -> noteCommit(SeatMessageCodec.readCommit(in), tailer.index());
                    case PROOF -> proofsAt.put(readProof(in).index(), tailer.index());
                    default ->
                        throw new LedgerException("a frame of no kind kind=" + kind + " index="
                                + Index.toText(tailer.index()) + " directory=" + journal.directory());
                }
            }
            tailer.checkEnd();
        }
        long last = commits.isEmpty() ? 0 : commits.lastKey();
        return new SeatRecovery(record, found, last, Math.min(executed, last));
    }

    private static ByteBuffer buffer(MemorySegment segment, long offset, int length) {
        return segment.asSlice(offset, length).asByteBuffer();
    }

    private void noteCommit(CommitRecord commit, long at) {
        commits.put(commit.index(), commit);
        commitsAt.put(commit.index(), at);
    }

    void store(Block block) {
        blocks.put(block.reference(), appendBlock(BLOCK, block));
    }

    void storeOwn(Block block) {
        blocks.put(block.reference(), appendBlock(OWN, block));
        own = block.reference();
    }

    private long appendBlock(byte kind, Block block) {
        ByteBuffer out = ByteBuffer.allocate(1 + BlockCodec.size(block)).put(kind);
        BlockCodec.put(out, block);
        return append(out);
    }

    private long append(ByteBuffer frame) {
        MemorySegment bytes = MemorySegment.ofBuffer(frame.flip());
        return appender.append(bytes, 0, (int) bytes.byteSize());
    }

    void store(CommitRecord commit) {
        ByteBuffer out = ByteBuffer.allocate(1 + SeatMessageCodec.size(commit)).put(COMMIT);
        SeatMessageCodec.putCommit(out, commit);
        noteCommit(commit, append(out));
        long first = Math.min(commit.index() - kept, carriedOut.getAsLong());
        if (first >= compacted + kept / PARTS) {
            compact(first);
        }
    }

    void store(CommitProof proof) {
        int bytes = 1 + Long.BYTES + Sha256.BYTES + Integer.BYTES;
        for (BlockHeader header : proof.headers()) {
            bytes += BlockCodec.headerSize(header);
        }
        ByteBuffer out = ByteBuffer.allocate(bytes).put(PROOF).putLong(proof.index());
        out.put(proof.digest().rawBytes()).putInt(proof.headers().size());
        proof.headers().forEach(header -> BlockCodec.putHeader(out, header));
        proofsAt.put(proof.index(), append(out));
    }

    private CommitProof readProof(ByteBuffer in) {
        long index = in.getLong();
        Digest digest = BlockCodec.readDigest(in);
        int count = BlockCodec.readCount(in, codec.chain().committee().seats(), "headers");
        List<BlockHeader> headers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            headers.add(codec.readHeader(in));
        }
        return new CommitProof(index, digest, headers);
    }

    /** Calls an action, in another thread, once all that was stored so far survives a loss of power. */
    void force(Runnable action) {
        appender.onSynced(appender.lastIndex(), _ -> action.run());
    }

    void forget(long round) {
        forgotten = round;
    }

    Optional<CommitRecord> commit(long index) {
        return Optional.ofNullable(commits.get(index));
    }

    Optional<CommitProof> proofFrom(long index) {
        Map.Entry<Long, Long> at = proofsAt.ceilingEntry(index);
        return at == null ? Optional.empty() : Optional.of(readProof(at(at.getValue())));
    }

    Optional<Block> block(Reference reference) {
        Long at = blocks.get(reference);
        return at == null ? Optional.empty() : Optional.of(codec.read(at(at)));
    }

    /** Returns the content of a frame after its kind. */
    private ByteBuffer at(long index) {
        SeekResult found = frames.at(index);
        if (found != SeekResult.FOUND) {
            throw new LedgerException("storage lacks a frame index=" + Index.toText(index) + " result=" + found
                    + " directory=" + journal.directory());
        }
        ByteBuffer in = buffer(frames.segment(), frames.offset(), frames.length());
        in.get();
        return in;
    }

    /** Forgets old commits, and the blocks that no other one needs. */
    private void compact(long first) {
        compacted = first;
        commits.headMap(first, true).clear();
        commitsAt.headMap(first, true).clear();
        proofsAt.headMap(first, true).clear();
        Set<Reference> kept = new HashSet<>();
        commits.values().forEach(commit -> kept.addAll(commit.blocks()));
        blocks.keySet().removeIf(block -> block.round() <= forgotten && !kept.contains(block) && !block.equals(own));
        long needed = commitsAt.firstEntry().getValue();
        for (long at : blocks.values()) {
            needed = Math.min(needed, at);
        }
        if (!proofsAt.isEmpty()) {
            needed = Math.min(needed, proofsAt.firstEntry().getValue());
        }
        position.set(needed);
        journal.retain(RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ));
    }

    /** Returns how many blocks there are that others can have. */
    int blocks() {
        return blocks.size();
    }

    @Override
    public void close() {
        frames.close();
        appender.close();
        journal.close();
    }
}
