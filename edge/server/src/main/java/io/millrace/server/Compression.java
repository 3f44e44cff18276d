package io.millrace.server;

/** Whether the messages of WebSocket sessions are compressed where the client can do it. */
public enum Compression {
    /** They are sent as they are. */
    NONE,

    /**
     * With the extension permessage-deflate (RFC 7692), which browsers offer. It saves most of the bytes of repetitive
     * text, for slow networks, and costs time of a processor for each message and client, and about 300 KiB of memory
     * for each session.
     */
    DEFLATE
}
