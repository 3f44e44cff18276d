package io.millrace.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which values the fields of a message have. A field is an argument by its name, or a field of a message in it by a
 * path with dots; a single argument needs no name before its fields. Values are texts, numbers and booleans. A message
 * without one of the fields is left out.
 *
 * @param fields what each field is, at most 8; empty for all messages
 */
public record MessageFilter(Map<String, Bounds> fields) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * What a field is: a value, or in a range.
     *
     * @param from the value, or the first one of the range; empty where it has no first one
     * @param to the first one after the range; empty where there is none
     * @param isExact whether the field has exactly the first value
     */
    public record Bounds(Optional<Object> from, Optional<Object> to, boolean isExact) {}

    /** Copies the map. */
    public MessageFilter {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns the filter of all messages. */
    public static MessageFilter none() {
        return new MessageFilter(Map.of());
    }

    /** Returns this filter for one value of a field alone. */
    public MessageFilter and(String field, Object value) {
        return with(field, new Bounds(Optional.of(value), Optional.empty(), true));
    }

    /**
     * Returns this filter for a range of a field: texts by their UTF-16 code units, numbers by value.
     *
     * @param field the field
     * @param from the first value; null where there is none
     * @param to the first value after the range; null where there is none
     * @throws ClientException where both are null
     */
    public MessageFilter andRange(String field, Object from, Object to) {
        if (from == null && to == null) {
            throw new ClientException("a range has at least one end field=" + field);
        }
        return with(field, new Bounds(Optional.ofNullable(from), Optional.ofNullable(to), false));
    }

    private MessageFilter with(String field, Bounds bounds) {
        Map<String, Bounds> all = new LinkedHashMap<>(fields);
        all.put(field, bounds);
        return new MessageFilter(all);
    }

    /** Returns the filter as the JSON of the protocol. */
    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Bounds> field : fields.entrySet()) {
                json.writeFieldName(field.getKey());
                Bounds bounds = field.getValue();
                if (bounds.isExact()) {
                    json.writeObject(bounds.from().orElseThrow());
                } else {
                    json.writeStartObject();
                    if (bounds.from().isPresent()) {
                        json.writeObjectField("from", bounds.from().get());
                    }
                    if (bounds.to().isPresent()) {
                        json.writeObjectField("to", bounds.to().get());
                    }
                    json.writeEndObject();
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from a string
        } catch (IllegalStateException e) {
            throw new ClientException("values of a filter are texts, numbers and booleans fields=" + fields, e);
        }
        return text.toString();
    }
}
