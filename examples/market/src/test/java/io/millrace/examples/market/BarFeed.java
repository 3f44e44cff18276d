package io.millrace.examples.market;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The source of {@link DistancesTest}: the bars of a file of calls as tests of components have it. */
public final class BarFeed implements ExternalSource {
    private static final int INITIAL_BYTES = 256;

    private final Bars out;
    private final Path file;
    private final List<Bar> bars = new ArrayList<>();
    private int next;

    /** Takes the output and the file. */
    public BarFeed(Bars out, Path file) {
        this.out = out;
        this.file = file;
    }

    @Override
    public void open(long resumeAfter) {
        Wire wire = Wire.of(WireTypes.none());
        List<CallSchema> schemas = wire.calls(Bars.class);
        CallDecoder decoder = wire.callDecoder(schemas.getFirst(), Bars.class).orElseThrow();
        Bars collected = bars::add;
        try (Reader reader = Files.newBufferedReader(file)) {
            YamlCalls calls = YamlCalls.read(reader, schemas, TextOptions.strict());
            while (calls.next()) {
                BinaryOutput arguments = BinaryOutput.allocate(INITIAL_BYTES);
                calls.arguments(arguments);
                decoder.call(BinaryInput.of(arguments.toByteArray()), collected);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read bars file=" + file, e);
        }
        next = (int) resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= bars.size()) {
            return Progress.ENDED;
        }
        context.index(next);
        out.bar(bars.get(next++));
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
