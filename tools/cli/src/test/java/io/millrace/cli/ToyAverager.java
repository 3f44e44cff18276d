package io.millrace.cli;

/** The average of each ten readings. */
final class ToyAverager implements Readings {
    private static final int SIZE = 10;

    private final Averages out;
    private double sum;
    private int count;

    public ToyAverager(Averages out) {
        this.out = out;
    }

    @Override
    public void reading(Reading reading) {
        sum += reading.celsius();
        count++;
        if (count == SIZE) {
            out.average(reading.sensor(), reading.number(), sum / SIZE);
            sum = 0;
            count = 0;
        }
    }
}
