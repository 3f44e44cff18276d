package io.millrace.server;

/** What a browser may keep of a response. */
public enum Cache {
    /** Nothing: the response is data. */
    NO_STORE("no-store"),
    /** The response, which it asks for again by its tag each time. */
    REVALIDATE("no-cache");

    private final String header;

    Cache(String header) {
        this.header = header;
    }

    String header() {
        return header;
    }
}
