package io.millrace.console;

/** Counts notes, and throws at a reason that it does not know how to take. */
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
    public void closed(String reason) {
        if (reason.equals("poison")) {
            throw new IllegalStateException("cannot close reason=" + reason);
        }
    }
}
