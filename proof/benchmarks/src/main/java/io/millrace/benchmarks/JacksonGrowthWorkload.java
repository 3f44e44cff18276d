package io.millrace.benchmarks;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Growing messages in CBOR by Jackson, with one mapper for all types. */
public final class JacksonGrowthWorkload extends GrowthWorkload {
    private final CBORMapper mapper = new CBORMapper();

    /** Creates the workload; a fork calls this. */
    public JacksonGrowthWorkload() {}

    @Override
    Trip open(Object message) {
        ObjectWriter writer = mapper.writerFor(message.getClass());
        ObjectReader reader = mapper.readerFor(message.getClass());
        return new Trip() {
            private byte[] bytes;

            @Override
            public void write() {
                try {
                    bytes = writer.writeValueAsBytes(message);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public Object read() {
                try {
                    return reader.readValue(bytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
