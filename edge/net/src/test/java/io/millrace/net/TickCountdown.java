package io.millrace.net;

/** Answers each tick above zero with the one before it. */
public final class TickCountdown implements Ticks {

    private final Ticks out;

    /** Takes the output. */
    public TickCountdown(Ticks out) {
        this.out = out;
    }

    @Override
    public void tick(long value) {
        if (value > 0) {
            out.tick(value - 1);
        }
    }
}
