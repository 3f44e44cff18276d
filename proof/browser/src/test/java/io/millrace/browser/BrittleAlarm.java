package io.millrace.browser;

/** Makes an alarm of each reading, but has a fault: one of them ends the run. */
public final class BrittleAlarm implements Readings {

    private static final long POISON = 40;

    private final Alarms out;

    /** Makes a component that writes its alarms to {@code out}. */
    public BrittleAlarm(Alarms out) {
        this.out = out;
    }

    @Override
    public void reading(Reading reading) {
        if (reading.number() == POISON) {
            throw new IllegalStateException("cannot take reading number=" + POISON);
        }
        out.alarm(reading, reading.sensor());
    }

    @Override
    public void remark(String text) {}
}
