package io.millrace.client;

/** Takes what a server sends over a connection, one after the other. */
interface ServerMessages {

    /** Takes a text. */
    void text(Connection from, String text);

    /** Takes a frame of bytes that is no text. */
    void frame(Connection from, byte[] frame);
}
