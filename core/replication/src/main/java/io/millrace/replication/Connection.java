package io.millrace.replication;

/** The connection of a {@link MemberLink}, made by the driver of a member. Nothing here waits. */
public interface Connection {

    /** Sends a message after those before; the protocol sends few of them, each of bounded size. */
    void send(Message message);

    /** Closes the connection; nothing of it is reported to its link any more. */
    void close(String reason);
}
