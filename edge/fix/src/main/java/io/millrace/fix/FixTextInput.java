package io.millrace.fix;

/** What sessions have received, as calls with text. */
public interface FixTextInput {

    /**
     * Takes a message.
     *
     * @param session as in {@code FIX.4.4:OWN->PEER}
     * @param number MsgSeqNum (34)
     * @param type MsgType (35)
     * @param text the message, with a bar after each field, as in {@code 8=FIX.4.4|9=...|35=D|}
     */
    void message(String session, long number, String type, String text);

    /** Takes note that Logons were exchanged. */
    default void loggedOn(String session) {}

    /** Takes note that the connection has ended. */
    default void loggedOut(String session) {}
}
