package io.millrace.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.interaction.Conversations.Speaker;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionServer;
import io.millrace.server.SessionEnd;
import io.millrace.server.TapTexts;
import io.millrace.server.WebSocketEndpoint;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import java.io.IOException;
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

    /** The most characters that are on their way to a viewer. */
    private static final long MAX_ON_ITS_WAY = 4 << 20;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final InteractionServer server;
    private final List<String> allowed;

    TapEndpoint(InteractionServer server, List<String> allowed) {
        this.server = server;
        this.allowed = List.copyOf(allowed);
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
                session.send(TapTexts.error(String.valueOf(e.getMessage())), () -> {});
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
            if (!allowed.contains(TapTexts.EVERYONE) && !allowed.contains(principal)) {
                throw new InteractionException("this principal may not see conversations principal=" + principal);
            }
            String client = request.getOrDefault("client", "");
            if (client.isEmpty()) {
                session.send(TapTexts.clients(server.clients()), () -> {});
                return;
            }
            synchronized (watches) { // nothing is missed after the answer, and nothing is shown before it
                watches.add(server.conversations().watch(client, (speaker, json) -> said(client, speaker, json)));
                session.send(TapTexts.tapping(client), () -> {});
            }
        }

        private void said(String client, Speaker speaker, String frame) {
            if (onItsWay.get() > MAX_ON_ITS_WAY) {
                missed.incrementAndGet();
                return;
            }
            String text = TapTexts.tapped(client, speaker.name().toLowerCase(Locale.ROOT), frame, missed.getAndSet(0));
            onItsWay.addAndGet(text.length());
            synchronized (watches) {
                session.send(text, () -> onItsWay.addAndGet(-text.length()));
            }
        }

        @Override
        public void closed(SessionEnd end) {
            watches.forEach(Runnable::run);
        }
    }
}
