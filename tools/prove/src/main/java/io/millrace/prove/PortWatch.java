package io.millrace.prove;

/** A component on another host than the {@link PortDesk}: it repeats what that says, and so shows what it was sent. */
public final class PortWatch implements PortEvents {

    private final PortEvents out;

    /** Takes the output. */
    public PortWatch(PortEvents out) {
        this.out = out;
    }

    @Override
    public void raised(long alarm, long reading) {
        out.raised(alarm, reading);
    }

    @Override
    public void returned(long alarm, long reading) {
        out.returned(alarm, reading);
    }

    @Override
    public void escalated(long alarm) {
        out.escalated(alarm);
    }

    @Override
    public void acknowledged(long alarm, String caller) {
        out.acknowledged(alarm, caller);
    }

    @Override
    public void noted(String caller, long number) {
        out.noted(caller, number);
    }
}
