package io.millrace.topology;

/** The meters that every running topology has: its channels, components, threads and health. */
public final class TopologyMeters implements MeterSource {

    /** Creates the source. */
    public TopologyMeters() {}

    @Override
    public MeterReader open(SectionContext context) {
        return new TopologyMeterReader(context);
    }
}
