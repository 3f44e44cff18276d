package io.millrace.telemetry;

import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterKind;
import io.millrace.topology.MeterReader;
import io.millrace.topology.MeterSource;
import io.millrace.topology.MeterUnit;
import io.millrace.topology.MeterValues;
import io.millrace.topology.SectionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The meters of a module that the tests add, as the document shows them. */
public final class DiskMeters implements MeterSource {

    private static final MeterInfo FREE =
            new MeterInfo("shop.disk.free", MeterKind.GAUGE, MeterUnit.BYTES, "free bytes of the disk", List.of());

    @Override
    public MeterReader open(SectionContext context) {
        return new Reader(context.dataDirectory());
    }

    private record Reader(Path directory) implements MeterReader {

        @Override
        public List<MeterInfo> meters() {
            return List.of(FREE);
        }

        @Override
        public void read(MeterValues to) {
            try {
                to.count(FREE, Files.getFileStore(directory).getUsableSpace());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the free space directory=" + directory, e);
            }
        }
    }
}
