package io.millrace.net;

/** Passes ticks on. */
public final class TickEcho implements Ticks {

    private final Ticks out;

    /** Takes the output. */
    public TickEcho(Ticks out) {
        this.out = out;
    }

    @Override
    public void tick(long value) {
        out.tick(value);
    }
}
