package io.millrace.fix.peers;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * One side of a session of FIX 4.4: the initiator {@code BUY} sends orders, the acceptor {@code SELL} answers each by a
 * report of the same ClOrdID. The methods may be called by any thread, and do not wait for the other side.
 */
public interface FixPeer extends AutoCloseable {

    /** The interval of heartbeats, in seconds. */
    int HEARTBEAT_SECONDS = 2;

    /** Which side connects. */
    enum Role {
        /** It connects and sends the first Logon. */
        INITIATOR,
        /** It listens. */
        ACCEPTOR;

        /** Returns the other side. */
        public Role other() {
            return this == INITIATOR ? ACCEPTOR : INITIATOR;
        }

        /** Returns the CompID. */
        public String compId() {
            return this == INITIATOR ? "BUY" : "SELL";
        }
    }

    /** Which numbers a connection begins with. */
    enum Numbers {
        /** Those after the connection before. */
        CONTINUE,
        /** The initiator resets both to 1 by its Logon. */
        RESET_AT_LOGON
    }

    /** What an engine cannot do. */
    enum Lack {
        /** A ResendRequest is answered by a gap fill: what was lost stays lost, and what followed it. */
        MESSAGES_AGAIN,
        /** A ResendRequest that comes after a gap is not answered, before the gap is filled or later. */
        ASKED_IN_A_GAP,
        /** ResetSeqNumFlag (141) in a Logon of the other side is not seen. */
        RESET_FLAG,
        /** The application gets messages that come after a gap at once, and those of the gap later. */
        ORDER,
        /** No SequenceReset without GapFillFlag is sent. */
        SEQUENCE_RESET
    }

    /** Returns what the engine cannot do. */
    default Set<Lack> lacks() {
        return Set.of();
    }

    /** Returns where an acceptor listens. */
    int port();

    /** Connects, an initiator that has no connection; an acceptor does nothing. */
    void connect();

    /** Sends an order, or an acceptor a report that answers none. */
    void send(long number);

    /** Returns the ClOrdIDs of the orders or reports that have come, in their order. */
    List<String> received();

    /** Returns whether Logons were exchanged on the present connection. */
    boolean isLoggedOn();

    /** Says by a SequenceReset without GapFillFlag that this number comes next, from which on it sends. */
    void resetTo(int number);

    /** Begins to log out. */
    void logout();

    /** Returns what it has against the other side; empty if nothing. */
    List<String> complaints();

    @Override
    void close() throws IOException;
}
