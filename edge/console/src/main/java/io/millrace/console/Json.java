package io.millrace.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Writes JSON into memory, where no I/O error can occur. For one thread, once. */
final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private Json(JsonGenerator json) {
        this.json = json;
    }

    /** What may fail only in theory. */
    private interface Step {
        void run() throws IOException;
    }

    /** Returns the text of an object with the members that a writer adds. */
    static String object(Consumer<Json> members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            Json json = new Json(generator);
            generator.writeStartObject();
            members.accept(json);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private Json step(Step step) {
        try {
            step.run();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Json object(String name, Runnable members) {
        return step(() -> {
            json.writeObjectFieldStart(name);
            members.run();
            json.writeEndObject();
        });
    }

    /** Writes an object as an item of an array. */
    Json item(Runnable members) {
        return step(() -> {
            json.writeStartObject();
            members.run();
            json.writeEndObject();
        });
    }

    <T> Json objects(String name, Collection<T> items, Consumer<T> members) {
        return step(() -> {
            json.writeArrayFieldStart(name);
            for (T each : items) {
                json.writeStartObject();
                members.accept(each);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    Json array(String name, Runnable items) {
        return step(() -> {
            json.writeArrayFieldStart(name);
            items.run();
            json.writeEndArray();
        });
    }

    /** Writes an array as an item of an array. */
    Json row(Runnable items) {
        return step(() -> {
            json.writeStartArray();
            items.run();
            json.writeEndArray();
        });
    }

    Json texts(String name, Collection<String> values) {
        return array(name, () -> values.forEach(this::value));
    }

    Json field(String name, String value) {
        return step(() -> json.writeStringField(name, value));
    }

    Json field(String name, long value) {
        return step(() -> json.writeNumberField(name, value));
    }

    Json field(String name, double value) {
        return step(() -> {
            json.writeFieldName(name);
            number(value);
        });
    }

    Json field(String name, boolean value) {
        return step(() -> json.writeBooleanField(name, value));
    }

    Json optional(String name, Optional<String> value) {
        return value.isPresent() ? field(name, value.get()) : nothing(name);
    }

    Json optional(String name, OptionalLong value) {
        return value.isPresent() ? field(name, value.getAsLong()) : nothing(name);
    }

    Json nothing(String name) {
        return step(() -> json.writeNullField(name));
    }

    /** Writes a member whose value is JSON already. */
    Json raw(String name, String value) {
        return step(() -> {
            json.writeFieldName(name);
            json.writeRawValue(value);
        });
    }

    /** Writes members of an object that are JSON already, at least one. */
    Json members(String value) {
        return step(() -> json.writeRaw("," + value));
    }

    /** Writes an item of an array that is JSON already. */
    Json rawValue(String value) {
        return step(() -> json.writeRawValue(value));
    }

    /** Writes a value as an item of an array: a text, a number, a boolean or nothing. */
    Json value(Object value) {
        return step(() -> {
            switch (value) {
                case null -> json.writeNull();
                case Long number -> json.writeNumber(number);
                case Integer number -> json.writeNumber(number);
                case Double number -> number(number);
                case Boolean truth -> json.writeBoolean(truth);
                default -> json.writeString(value.toString());
            }
        });
    }

    /** Writes a number with three decimal digits, which is all that a page shows; JSON has no infinity. */
    private void number(double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(Math.round(value * 1000) / 1000.0);
        } else {
            json.writeNull();
        }
    }
}
