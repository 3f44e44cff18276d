package io.millrace.topology;

/** Takes the values of meters while they are read. */
public interface MeterValues {

    /**
     * Takes the value of a counter or a gauge. A gauge without a value in a reading has none.
     *
     * @param meter one of the meters of the reader
     * @param value the value in the unit of the meter
     * @param labels the values of its labels, in their order
     * @throws TopologyException where the meter is unknown or a timer, or a label cannot have the value
     */
    void set(MeterInfo meter, double value, String... labels);

    /**
     * Takes the value of a counter or a gauge that is a whole number, as {@link #set} does.
     *
     * @param meter one of the meters of the reader
     * @param value the value in the unit of the meter; above 2<sup>53</sup> it is rounded
     * @param labels the values of its labels, in their order
     * @throws TopologyException where the meter is unknown or a timer, or a label cannot have the value
     */
    default void count(MeterInfo meter, long value, String... labels) {
        set(meter, (double) value, labels);
    }

    /**
     * Takes one duration of a timer.
     *
     * @param meter one of the meters of the reader
     * @param nanos the duration in nanoseconds, at least 0
     * @param labels the values of its labels, in their order
     * @throws TopologyException where the meter is unknown or no timer, or a label cannot have the value
     */
    void record(MeterInfo meter, long nanos, String... labels);
}
