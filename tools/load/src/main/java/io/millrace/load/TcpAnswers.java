package io.millrace.load;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/** Finds the ends of the answers in what one connection receives. For one thread. */
interface TcpAnswers {
    /**
     * Takes bytes up to the end of an answer, or all that are there.
     *
     * @return whether an answer ended; its failure is then {@link #failure()}
     * @throws ProtocolException if an answer is too long, or has no valid length
     */
    boolean accept(ByteBuffer in) throws ProtocolException;

    /** Returns whether a part of an answer is here. */
    boolean hasBegun();

    /** Returns why the answer that ended last is a failure, or null. */
    Throwable failure();

    /** Begins again, for a new connection. */
    void reset();
}
