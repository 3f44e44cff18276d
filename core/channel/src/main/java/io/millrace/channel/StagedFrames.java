package io.millrace.channel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The calls of a group: the number of each call, and where in memory its arguments are. While the group is in the
 * appender's batch only offsets are kept; {@link #saveArguments} copies the arguments, for the rare case that the batch
 * must be laid out again.
 */
final class StagedFrames {

    private int[] calls = new int[16];
    private long[] offsets = new long[16];
    private int[] lengths = new int[16];
    private String[] subjects = new String[16];
    private int size;
    private byte[] saved = new byte[0];
    private MemorySegment savedSegment = MemorySegment.ofArray(saved);

    StagedFrames() {}

    int size() {
        return size;
    }

    int call(int frame) {
        return calls[frame];
    }

    /** Returns where the arguments begin: in the frame's payload, or once they are saved in {@link #saved}. */
    long offset(int frame) {
        return offsets[frame];
    }

    int length(int frame) {
        return lengths[frame];
    }

    /** Returns the subject of the message; null if the channel is not encrypted. */
    String subject(int frame) {
        return subjects[frame];
    }

    MemorySegment saved() {
        return savedSegment;
    }

    void add(int call, long offsetInPayload, int length) {
        add(call, offsetInPayload, length, null);
    }

    void add(int call, long offsetInPayload, int length, String subject) {
        if (size == calls.length) {
            calls = Arrays.copyOf(calls, size * 2);
            offsets = Arrays.copyOf(offsets, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
            subjects = Arrays.copyOf(subjects, size * 2);
        }
        calls[size] = call;
        offsets[size] = offsetInPayload;
        lengths[size] = length;
        subjects[size] = subject;
        size++;
    }

    void clear() {
        size = 0;
    }

    /** Copies all arguments from {@code memory}; {@code payloads} returns where the payload of each frame begins. */
    void saveArguments(MemorySegment memory, PayloadOffsets payloads) {
        long bytes = 0;
        for (int frame = 0; frame < size; frame++) {
            bytes += lengths[frame];
        }
        if (bytes > saved.length) {
            saved = new byte[Math.toIntExact(Math.max(bytes, 4096))];
            savedSegment = MemorySegment.ofArray(saved);
        }
        long at = 0;
        for (int frame = 0; frame < size; frame++) {
            MemorySegment.copy(memory, payloads.offset(frame) + offsets[frame], savedSegment, at, lengths[frame]);
            offsets[frame] = at;
            at += lengths[frame];
        }
    }

    /** Returns where in the batch the payload of a frame begins. */
    interface PayloadOffsets {
        long offset(int frame);
    }
}
