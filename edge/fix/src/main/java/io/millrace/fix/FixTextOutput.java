package io.millrace.fix;

/** What the application sends, as calls with text. */
public interface FixTextOutput {

    /**
     * Sends a message.
     *
     * @param session as in {@code FIX.4.4:OWN->PEER}
     * @param text type and body, with a bar between fields, as in {@code 35=8|37=17|150=0}; the session adds header,
     *     length and checksum
     */
    void send(String session, String text);
}
