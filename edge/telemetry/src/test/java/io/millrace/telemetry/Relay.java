package io.millrace.telemetry;

/** Passes notes on. */
public final class Relay implements Notes {

    private final Notes out;

    /** Creates the component; called by the topology. */
    public Relay(Notes out) {
        this.out = out;
    }

    @Override
    public void note(Note note) {
        out.note(note);
    }

    @Override
    public void closed(String reason) {
        out.closed(reason);
    }
}
