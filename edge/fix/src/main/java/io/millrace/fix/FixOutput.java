package io.millrace.fix;

/** Takes the messages that the application sends. */
public interface FixOutput {

    /**
     * Sends a message: type, additional fields of the header, body. While its session is not connected the message is
     * kept, and the peer asks for it after its next Logon.
     *
     * @param session as {@link FixSessionId#toString} writes it; of an unknown one the message is refused and reported
     * @param message used during the call
     */
    void send(String session, FixWriter message);

    /**
     * Returns the settings of a session, whose dictionary and precision messages have.
     *
     * @return the settings, or null if the session is unknown
     */
    FixSettings settings(String session);
}
