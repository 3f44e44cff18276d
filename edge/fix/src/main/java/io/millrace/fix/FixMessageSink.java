package io.millrace.fix;

/** Takes the messages that calls are. */
public interface FixMessageSink {

    /**
     * Takes a message.
     *
     * @param session the name of the session that the call has stated, valid during the call; null if the method has no
     * such parameter
     * @param message its type, further fields of the header and its body, as a session takes it; valid during the call
     */
    void message(CharSequence session, FixWriter message);
}
