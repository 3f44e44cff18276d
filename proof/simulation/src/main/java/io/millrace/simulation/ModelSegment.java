package io.millrace.simulation;

import io.millrace.journal.Epoch;
import io.millrace.replication.LogPosition;
import io.millrace.replication.ReplicationException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** A segment of the model: what is mapped, and how much of it a loss of power surely leaves. */
final class ModelSegment {

    /** The first frame, in words. */
    static final int START = 8;

    /** Words of a segment. */
    static final int WORDS = 104;

    private static final int MOST_FRAMES = WORDS / ModelFrame.LEAST_WORDS + 1;
    private static final int PROLOGUE_BYTES = 24;

    private final long number;
    private final Epoch epoch;
    private final long before;
    private final long[] words = new long[WORDS];
    private final MemorySegment memory = MemorySegment.ofArray(words);
    private final int[] starts = new int[MOST_FRAMES];
    private final long[] hashes = new long[MOST_FRAMES];
    private final long[] chains = new long[MOST_FRAMES];
    private int frames;
    private int end = START;
    private int syncedEnd = START;
    private boolean hasEnded;
    private boolean isEndSynced;
    private boolean isDurable;

    /** Creates an empty segment, whose chain begins with a value. */
    ModelSegment(long number, Epoch epoch, long before, long chain) {
        this.number = number;
        this.epoch = epoch;
        this.before = before;
        starts[0] = START;
        hashes[0] = 1;
        chains[0] = chain;
    }

    long number() {
        return number;
    }

    Epoch epoch() {
        return epoch;
    }

    /** Returns the position of the end mark of the segment before. */
    long before() {
        return before;
    }

    /** Returns the bytes of the prologue, which travel as they are. */
    byte[] prologue() {
        ByteBuffer bytes = ByteBuffer.allocate(PROLOGUE_BYTES);
        return bytes.putLong(number)
                .putLong(epoch.round())
                .putLong(epoch.leader())
                .array();
    }

    MemorySegment memory() {
        return memory;
    }

    long[] words() {
        return words;
    }

    int end() {
        return end;
    }

    long position(int word) {
        return LogPosition.of(number, epoch.leader(), (long) word * Long.BYTES);
    }

    long endPosition() {
        return position(end);
    }

    boolean hasEnded() {
        return hasEnded;
    }

    void endHere() {
        hasEnded = true;
    }

    /** Takes the end mark back: the next segment is not there. */
    void resume() {
        hasEnded = false;
        isEndSynced = false;
    }

    int frames() {
        return frames;
    }

    /** Returns the word at which a frame starts, or the end for the number after the last frame. */
    int start(int frame) {
        return starts[frame];
    }

    /** Takes a frame that was written at the end, whose check was compared. */
    void take() {
        long position = position(end);
        long header = words[end];
        frames++;
        hashes[frames] = ModelFrame.mix(hashes[frames - 1], header);
        chains[frames] = ModelFrame.mix(chains[frames - 1] ^ position, words[end + 1]);
        end += ModelFrame.length(words, end);
        starts[frames] = end;
    }

    /** Returns the number of the frame that starts at a word or would start there, or -1. */
    int frameAt(int word) {
        int found = Arrays.binarySearch(starts, 0, frames + 1, word);
        return found < 0 ? -1 : found;
    }

    private int demandFrameAt(int word) {
        int frame = frameAt(word);
        if (frame < 0) {
            throw new ReplicationException("no frame begins there position=" + LogPosition.toText(position(word)));
        }
        return frame;
    }

    /** Returns the hash over the headers up to a word. */
    long hash(int word) {
        return hashes[demandFrameAt(word)];
    }

    /** Returns a value over everything in the journal up to a word. */
    long chain(int word) {
        return chains[demandFrameAt(word)];
    }

    /** Returns the number of the first frame at or after a word. */
    int firstFrameFrom(int word) {
        int found = Arrays.binarySearch(starts, 0, frames + 1, word);
        return found < 0 ? -found - 1 : found;
    }

    void cut(int word) {
        frames = demandFrameAt(word);
        end = word;
        hasEnded = false;
        isEndSynced = false;
        syncedEnd = Math.min(syncedEnd, end);
        Arrays.fill(words, end, WORDS, 0);
    }

    /** Empties what was written after the end. */
    void clearRest() {
        Arrays.fill(words, end, WORDS, 0);
    }

    void makeDurable() {
        isDurable = true;
    }

    boolean isDurable() {
        return isDurable;
    }

    void force() {
        isDurable = true;
        syncedEnd = end;
        isEndSynced = hasEnded;
    }

    boolean isForced() {
        return isDurable && syncedEnd == end && isEndSynced == hasEnded;
    }

    int syncedEnd() {
        return syncedEnd;
    }

    /** Loses some of what was not forced; returns whether the next segment still follows. */
    boolean lose(RandomGenerator random) {
        int first = frameAt(syncedEnd);
        int kept = first + (first == frames ? 0 : random.nextInt(frames - first + 1));
        boolean isEndKept = hasEnded && kept == frames && (isEndSynced || random.nextBoolean());
        if (kept < frames) {
            cut(starts[kept]);
        }
        hasEnded = isEndKept;
        isDurable = true;
        clearRest();
        return isEndKept;
    }
}
