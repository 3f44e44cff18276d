package io.millrace.lincheck;

import java.util.ArrayList;
import java.util.List;

/** Sequential behaviour of a broadcast queue of eight frames with two readers. */
public final class BroadcastSpecification extends Specification {
    private final List<Integer> frames = new ArrayList<>();
    private final int[] left = new int[2];
    private final int[] found = new int[2];

    public BroadcastSpecification() {
        for (int i = 1; i <= Broadcast.USED_BEFORE; i++) {
            offer(i);
        }
    }

    public boolean offer(int number) {
        return frames.size() - Math.min(left[0], left[1]) < Broadcast.FRAMES && frames.add(number);
    }

    public Integer nextOfFirst() {
        return next(0);
    }

    public Integer nextOfSecond() {
        return next(1);
    }

    /** Releases the frame found last, and holds the next one. */
    private Integer next(int reader) {
        left[reader] = found[reader];
        return found[reader] == frames.size() ? null : frames.get(found[reader]++);
    }

    @Override
    Object state() {
        return List.of(frames, left[0], left[1], found[0], found[1]);
    }
}
