package io.millrace.clients;

import io.millrace.server.TapTexts;
import io.millrace.wire.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Shows the conversation of a client to others, whose principals may see it: each text with its time. A token is not
 * shown. A viewer that does not read misses texts and is told how many. Guarded by the lock of the {@link ClientLoop}.
 */
final class ClientTaps {

    private static final int MAX_TAPS = 16;

    private static final class Tap {
        private final ClientSession viewer;
        private final String client;
        private long missed;

        Tap(ClientSession viewer, String client) {
            this.viewer = viewer;
            this.client = client;
        }
    }

    private final List<String> allowed;
    private final Map<String, List<Tap>> taps = new HashMap<>();

    ClientTaps(List<String> allowed) {
        this.allowed = List.copyOf(allowed);
    }

    /**
     * Answers with the names of the clients that are connected, or begins to show the conversation of one, which may
     * connect later.
     *
     * @throws RequestException where the principal may not see it
     */
    void serve(ClientSession viewer, ClientRequest request, Collection<ClientSession> sessions) {
        String principal = viewer.connection().principal();
        if (!allowed.contains(TapTexts.EVERYONE) && !allowed.contains(principal)) {
            throw new RequestException("this principal may not see conversations principal=" + principal);
        }
        String client = request.text("client").orElse("");
        if (client.isEmpty()) {
            viewer.send(TapTexts.clients(sessions.stream()
                    .map(ClientSession::client)
                    .filter(name -> !name.isEmpty())
                    .toList()));
            return;
        }
        if (client.equals(viewer.client())) {
            throw new RequestException("a client does not see its own conversation");
        }
        if (taps.values().stream().mapToInt(List::size).sum() == MAX_TAPS) {
            throw new RequestException("too many conversations are shown max=" + MAX_TAPS);
        }
        taps.computeIfAbsent(client, _ -> new ArrayList<>()).add(new Tap(viewer, client));
        viewer.send(TapTexts.tapping(client));
    }

    /** Ends what is shown to a viewer that has left. */
    void left(ClientSession viewer) {
        taps.values().forEach(all -> all.removeIf(tap -> tap.viewer == viewer));
        taps.values().removeIf(List::isEmpty);
    }

    /** Shows a text of a client that was a request or not. */
    void received(ClientSession of, String text, boolean isRequest) {
        if (!taps.isEmpty()) {
            boolean hasToken = text.contains("\"token\"");
            show(of, "client", hasToken ? "{\"request\":\"hello\",\"token\":\"(not shown)\"}" : text, isRequest);
        }
    }

    /** Returns whether someone sees the conversation of a client. */
    boolean isWatched(ClientSession of) {
        return !taps.isEmpty() && taps.containsKey(of.client());
    }

    /** Shows a text of the server, or that it has none. */
    void sent(ClientSession to, Supplier<String> text) {
        if (isWatched(to)) {
            String shown;
            try {
                shown = text.get();
            } catch (WireException e) {
                show(to, "server", "cannot be shown: " + e.getMessage(), false);
                return;
            }
            show(to, "server", shown, true);
        }
    }

    private void show(ClientSession of, String from, String text, boolean isJson) {
        for (Tap tap : taps.getOrDefault(of.client(), List.of())) {
            if (tap.viewer.mayGetMore()) {
                tap.viewer.show(TapTexts.tapped(tap.client, from, isJson ? text : TapTexts.quoted(text), tap.missed));
                tap.missed = 0;
            } else {
                tap.missed++;
            }
        }
    }
}
