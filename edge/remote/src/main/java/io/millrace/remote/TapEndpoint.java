package io.millrace.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.interaction.Conversations.Speaker;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionServer;
import io.millrace.server.SessionEnd;
import io.millrace.server.WebSocketEndpoint;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the conversations of clients by WebSocket, in the same words as the server for clients: a viewer asks for the
 * names of the clients, or for what one of them and the server say to each other. One that does not read misses texts
 * and is told how many.
 */
final class TapEndpoint implements WebSocketEndpoint {

    /** Stands for every principal. */
    static final String EVERYONE = "*";

    /** The most characters that are on their way to a viewer. */
    private static final long MAX_ON_ITS_WAY = 4 << 20;

    private static final int MAX_NAMES = 1_000;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final InteractionServer server;
    private final List<String> allowed;

    TapEndpoint(InteractionServer server, List<String> allowed) {
        this.server = server;
        this.allowed = List.copyOf(allowed);
    }

    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static String object(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from a string
        }
        return text.toString();
    }

    @Override
    public WebSocketListener open(WebSocketSession session) {
        return new Viewer(session);
    }

    /** One viewer. Its requests come one after the other; texts come from the threads of sessions. */
    private final class Viewer implements WebSocketListener {

        private final WebSocketSession session;
        private final List<Runnable> watches = new ArrayList<>();
        private final AtomicLong onItsWay = new AtomicLong();
        private final AtomicLong missed = new AtomicLong();

        Viewer(WebSocketSession session) {
            this.session = session;
        }

        @Override
        public void text(String text) {
            try {
                serve(members(text));
            } catch (InteractionException e) {
                session.send(object(json -> json.writeStringField("error", e.getMessage())), () -> {});
            }
        }

        private Map<String, String> members(String text) {
            Map<String, String> members = new HashMap<>();
            try (JsonParser json = FACTORY.createParser(text)) {
                if (json.nextToken() != JsonToken.START_OBJECT) {
                    throw new InteractionException("a request is a JSON object");
                }
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    if (json.nextToken() != JsonToken.VALUE_STRING) {
                        throw new InteractionException("the member is no text member=" + name);
                    }
                    members.put(name, json.getText());
                }
                return members;
            } catch (IOException e) {
                throw new InteractionException("a request is no JSON reason=" + e.getMessage(), e);
            }
        }

        private void serve(Map<String, String> request) {
            if (!"tap".equals(request.get("request"))) {
                throw new InteractionException(
                        "there is no such request request=" + request.get("request") + " known=[tap]");
            }
            String principal = session.request().principal();
            if (!allowed.contains(EVERYONE) && !allowed.contains(principal)) {
                throw new InteractionException("this principal may not see conversations principal=" + principal);
            }
            String client = request.getOrDefault("client", "");
            if (client.isEmpty()) {
                session.send(
                        object(json -> {
                            json.writeArrayFieldStart("clients");
                            for (String name :
                                    server.clients().stream().limit(MAX_NAMES).toList()) {
                                json.writeString(name);
                            }
                            json.writeEndArray();
                        }),
                        () -> {});
                return;
            }
            session.send(object(json -> json.writeStringField("tapping", client)), () -> {});
            watches.add(server.conversations().watch(client, (speaker, json) -> said(client, speaker, json)));
        }

        private void said(String client, Speaker speaker, String frame) {
            if (onItsWay.get() > MAX_ON_ITS_WAY) {
                missed.incrementAndGet();
                return;
            }
            long leftOut = missed.getAndSet(0);
            String text = object(json -> {
                json.writeStringField("tap", client);
                json.writeStringField("from", speaker.name().toLowerCase(Locale.ROOT));
                json.writeStringField("time", Instant.now().toString());
                if (leftOut > 0) {
                    json.writeNumberField("leftOut", leftOut);
                }
                json.writeFieldName("text");
                json.writeRawValue(frame);
            });
            onItsWay.addAndGet(text.length());
            session.send(text, () -> onItsWay.addAndGet(-text.length()));
        }

        @Override
        public void closed(SessionEnd end) {
            watches.forEach(Runnable::run);
        }
    }
}
