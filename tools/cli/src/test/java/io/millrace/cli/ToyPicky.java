package io.millrace.cli;

/** Passes readings on as averages of one; refuses the number it is told. */
final class ToyPicky implements Readings {
    private final Averages out;
    private final long refused;

    public ToyPicky(Averages out, long refused) {
        this.out = out;
        this.refused = refused;
    }

    @Override
    public void reading(Reading reading) {
        if (reading.number() == refused) {
            throw new IllegalArgumentException("celsius=" + reading.celsius());
        }
        out.average(reading.sensor(), reading.number(), reading.celsius());
    }
}
