package io.millrace.fix;

/**
 * What a session does in its own way: how it parses, what else it checks, which messages it handles itself. Each method
 * does by default what the standard says. The receiving half calls {@link #parse}, {@link #isValid}, {@link #refusal}
 * and {@link #takes}, the sending half {@link #answer} and {@link #logon}; so that a session does the same each time,
 * they depend on their arguments alone. They are called with the thread of their half, and keep no message.
 */
public interface FixExtension {

    /** Does what the standard says. */
    FixExtension NONE = new FixExtension() {};

    /**
     * Parses a message, as {@link FixMessage#parse(byte[], int, int, FixDictionary, FixMessage.Checksum)}; a
     * counterparty's errors can be repaired before, in bytes of the extension.
     */
    default FixFault parse(
            FixMessage into,
            byte[] bytes,
            int offset,
            int length,
            FixDictionary dictionary,
            FixMessage.Checksum checksum) {
        return into.parse(bytes, offset, length, dictionary, checksum);
    }

    /**
     * Returns whether a message that the dictionary allows is valid; if not, {@link FixProblem#report} says why, and
     * the message is answered by a Reject.
     */
    default boolean isValid(FixMessage message, FixProblem problem) {
        return true;
    }

    /** Returns why a valid Logon is refused, as text for the Logout that answers it, or null. */
    default String refusal(FixMessage logon) {
        return null;
    }

    /**
     * Returns whether the session handles a message itself, such as one of its own types; the application does not get
     * it then. Messages of the standard's sessions are not asked for.
     */
    default boolean takes(FixMessage message) {
        return false;
    }

    /** Writes the answer to a message that the session takes; returns whether there is one. */
    default boolean answer(FixMessage message, FixWriter answer) {
        return false;
    }

    /** Adds fields to a Logon that this side sends, such as a password; its body has been begun. */
    default void logon(FixWriter logon) {}
}
