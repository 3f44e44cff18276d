package io.millrace.server;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** What servers for clients say to one that sees conversations of clients: JSON objects, each on one line. */
public final class TapTexts {

    /** Stands for every principal in a list of those that may see conversations. */
    public static final String EVERYONE = "*";

    private static final int MAX_NAMES = 1_000;

    private TapTexts() {}

    /** Returns the names of the clients that are connected, the first thousand at most. */
    public static String clients(List<String> names) {
        return names.stream()
                .limit(MAX_NAMES)
                .map(JsonText::quoted)
                .collect(Collectors.joining(",", "{\"clients\":[", "]}"));
    }

    /** Returns that the conversation of a client is shown from now on. */
    public static String tapping(String client) {
        return "{\"tapping\":" + JsonText.quoted(client) + '}';
    }

    /**
     * Returns a text of a conversation.
     *
     * @param client the name of the client
     * @param from {@code client} or {@code server}
     * @param json the text as JSON, see {@link #quoted} for one that is none
     * @param missed how many before it were left out
     */
    public static String tapped(String client, String from, String json, long missed) {
        return "{\"tap\":" + JsonText.quoted(client) + ",\"from\":" + JsonText.quoted(from) + ",\"time\":\""
                + Instant.now() + '"' + (missed > 0 ? ",\"leftOut\":" + missed : "") + ",\"text\":" + json + '}';
    }

    /** Returns why a request cannot be served. */
    public static String error(String reason) {
        return "{\"error\":" + JsonText.quoted(reason) + '}';
    }

    /** Returns a text that is no JSON, as a string of JSON. */
    public static String quoted(String text) {
        return JsonText.quoted(text);
    }
}
