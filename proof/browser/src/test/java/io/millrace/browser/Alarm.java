package io.millrace.browser;

/** Makes an alarm of each reading that is too hot. */
public final class Alarm implements Readings {

    private static final double LIMIT = 28;

    private final Alarms out;

    /** Makes a component that writes its alarms to {@code out}. */
    public Alarm(Alarms out) {
        this.out = out;
    }

    @Override
    public void reading(Reading reading) {
        if (reading.celsius() > LIMIT) {
            out.alarm(reading, reading.sensor() + " is too hot");
        }
    }

    @Override
    public void remark(String text) {}
}
