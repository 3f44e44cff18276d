package io.millrace.journal;

import java.util.Arrays;

/**
 * Answers where the frame before a position starts. Frames have no link back, so this walks one interval of the sparse
 * index forward, remembers its frames, and then answers from memory until the interval is used up.
 */
final class BackwardWindow {

    private final FrameWalk walk;

    private SegmentFile segment;
    private int[] starts = new int[64];
    private int size;
    private int end = -1;

    BackwardWindow(FrameWalk walk) {
        this.walk = walk;
    }

    /** Returns where the frame that ends at {@code position} starts, or -1 if that is the start of the segment. */
    int before(SegmentFile in, int position) {
        if (position <= in.first) {
            return -1;
        }
        if (in != segment || position != end || size == 0) {
            load(in, position);
        }
        size--;
        end = starts[size];
        return end;
    }

    private void load(SegmentFile in, int position) {
        segment = in;
        size = 0;
        int at = walk.floor(in, position - FrameLayout.ALIGNMENT);
        while (at < position) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
            }
            starts[size++] = at;
            long header = in.headerAcquire(at);
            if (header == 0) {
                throw in.missing(at, header, position, "");
            }
            at = in.next(at, header);
        }
    }
}
