package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.service.ComponentHealth;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.TopologyHealth;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** The health of a topology as JSON on one line. */
final class HealthJson {
    private HealthJson() {}

    static String of(TopologyHealth health) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("state", health.state().name());
            json.writeStringField("at", health.at().toString());
            json.writeStringField("topology", health.topology());
            json.writeNumberField("process", ProcessHandle.current().pid());
            json.writeObjectFieldStart("components");
            for (Map.Entry<String, ComponentHealth> each : health.components().entrySet()) {
                json.writeObjectFieldStart(each.getKey());
                component(json, each.getValue());
                json.writeEndObject();
            }
            json.writeEndObject();
            if (!health.sections().isEmpty()) {
                json.writeObjectFieldStart("sections");
                for (Map.Entry<String, SectionHealth> each : health.sections().entrySet()) {
                    json.writeObjectFieldStart(each.getKey());
                    section(json, each.getValue());
                    json.writeEndObject();
                }
                json.writeEndObject();
            }
            if (health.lastError().isPresent()) {
                json.writeStringField("lastError", health.lastError().get());
            }
            if (health.failure().isPresent()) {
                json.writeStringField("failure", health.failure().get());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private static void component(JsonGenerator json, ComponentHealth health) throws IOException {
        json.writeStringField("state", health.state().name());
        json.writeNumberField("inputs", health.inputs());
        json.writeNumberField("outputs", health.outputs());
        if (health.unread().isPresent()) {
            json.writeNumberField("unread", health.unread().getAsLong());
        }
        json.writeNumberField("recordedErrors", health.recordedErrors());
        if (health.refused() > 0) {
            json.writeNumberField("refused", health.refused());
        }
        if (health.lastInput().isPresent()) {
            json.writeStringField("lastInput", health.lastInput().get().toString());
        }
        if (health.lastError().isPresent()) {
            json.writeStringField("lastError", health.lastError().get());
        }
    }

    private static void section(JsonGenerator json, SectionHealth health) throws IOException {
        json.writeStringField("state", health.state().name());
        if (!health.details().isEmpty()) {
            json.writeObjectFieldStart("details");
            for (Map.Entry<String, String> each : health.details().entrySet()) {
                json.writeStringField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
        }
        if (health.lastError().isPresent()) {
            json.writeStringField("lastError", health.lastError().get());
        }
    }
}
