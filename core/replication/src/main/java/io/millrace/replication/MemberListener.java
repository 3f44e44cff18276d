package io.millrace.replication;

/** Is told what happens at a member, in its thread. */
public interface MemberListener {

    /**
     * Receives an event.
     *
     * @param event what happened
     * @param text what and where, in the form of messages
     */
    void event(MemberEvent event, String text);
}
