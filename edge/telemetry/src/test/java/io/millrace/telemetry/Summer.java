package io.millrace.telemetry;

/** Counts notes. */
public final class Summer implements Notes {

    private final Sums out;
    private long count;

    /** Creates the component; called by the topology. */
    public Summer(Sums out) {
        this.out = out;
    }

    @Override
    public void note(Note note) {
        count++;
        out.sum(count, note.text());
    }

    @Override
    public void closed(String reason) {}
}
