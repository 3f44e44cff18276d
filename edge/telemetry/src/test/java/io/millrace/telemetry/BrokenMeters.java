package io.millrace.telemetry;

import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterReader;
import io.millrace.topology.MeterSource;
import io.millrace.topology.MeterValues;
import io.millrace.topology.SectionContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Meters of a module that lacks a class while a test says so. */
public final class BrokenMeters implements MeterSource {

    /** The class that is missing; empty while nothing is. */
    static final AtomicReference<String> MISSING = new AtomicReference<>("");

    @Override
    public MeterReader open(SectionContext context) {
        return new Reader();
    }

    private static void requireAll() {
        String missing = MISSING.get();
        if (!missing.isEmpty()) {
            throw new NoClassDefFoundError(missing);
        }
    }

    private record Reader() implements MeterReader {

        @Override
        public List<MeterInfo> meters() {
            return List.of();
        }

        @Override
        public void read(MeterValues to) {
            requireAll();
        }

        @Override
        public void close() {
            requireAll();
        }
    }
}
