package io.millrace.benchmarks;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.List;

/** The wire suite with Jackson's formats, a subclass for each; fields are accessed directly, and times are text. */
abstract class JacksonWireWorkload extends WireWorkload {
    static final String VERSION = "2.22.4";

    private final String format;
    private final ObjectMapper mapper;

    private JacksonWireWorkload(String format, ObjectMapper mapper) {
        this.format = format;
        this.mapper = mapper.registerModule(new JavaTimeModule())
                .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
    }

    /** Measures JSON. */
    public static final class Json extends JacksonWireWorkload {
        static final String FORMAT = "JSON";

        /** Creates the workload; a fork calls this. */
        public Json() {
            super(FORMAT, new ObjectMapper());
        }
    }

    /** Measures CBOR. */
    public static final class Cbor extends JacksonWireWorkload {
        static final String FORMAT = "CBOR";

        /** Creates the workload; a fork calls this. */
        public Cbor() {
            super(FORMAT, new CBORMapper());
        }
    }

    /** Measures YAML. */
    public static final class Yaml extends JacksonWireWorkload {
        static final String FORMAT = "YAML";

        /** Creates the workload; a fork calls this. */
        public Yaml() {
            super(FORMAT, new YAMLMapper());
        }
    }

    /** Measures CSV: one row without the header; both ends know the columns. */
    public static final class Csv extends JacksonWireWorkload {
        static final String FORMAT = "CSV";

        /** Creates the workload; a fork calls this. */
        public Csv() {
            super(FORMAT, new CsvMapper());
        }
    }

    @Override
    final List<String> formats() {
        return List.of(format);
    }

    @Override
    final List<WireWorkload> siblings() {
        return List.of(new Json(), new Cbor(), new Yaml(), new Csv());
    }

    @Override
    final RoundTrip open(String name, WireMessage message) {
        if (mapper instanceof CsvMapper csv) {
            CsvSchema columns = csv.schemaFor(message.getClass());
            return new JacksonRoundTrip(
                    message,
                    csv.writer(columns),
                    csv.readerFor(message.getClass()).with(columns));
        }
        return new JacksonRoundTrip(message, mapper.writer(), mapper.readerFor(message.getClass()));
    }
}
