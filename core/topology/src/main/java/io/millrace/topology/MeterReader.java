package io.millrace.topology;

import java.util.List;

/** Reads the meters of a {@link MeterSource} in one run. For one thread, which also closes it. */
public interface MeterReader extends AutoCloseable {

    /** Returns the meters, the same each time. */
    List<MeterInfo> meters();

    /**
     * Reads all values. Called about once a second while something shows them, and not at all otherwise; it costs
     * microseconds for each channel and component, and nothing on the path of a message. What it throws is reported,
     * and the values that it has not set are missing in this reading.
     *
     * @param to takes the values
     */
    void read(MeterValues to);

    @Override
    default void close() {}
}
