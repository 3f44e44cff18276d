package io.millrace.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A connection with a server. Any thread may use it; messages arrive one after the other. */
abstract class Connection {

    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<String> reason = new AtomicReference<>();
    private volatile long receivedNs = System.nanoTime();

    /** Sends a text; never waits for the server. */
    abstract void send(String text);

    /** Sends a frame of bytes that is no text; never waits for the server. */
    abstract void send(byte[] frame);

    /** Closes the connection on this side; does not wait. */
    abstract void closeSocket();

    /** Ends the connection, of which the server is told where its kind has a way to; does not wait. */
    void close(String why) {
        end(why);
    }

    /** Waits for the threads of the connection, which has ended. */
    void join() throws InterruptedException {}

    /** Notes that bytes have come. */
    void received() {
        receivedNs = System.nanoTime();
    }

    /** Returns when bytes have come last, as {@link System#nanoTime} has it; at first when it was created. */
    long receivedNs() {
        return receivedNs;
    }

    /** Ends the connection; the first reason counts. */
    void end(String why) {
        if (noteEnd(why)) {
            closeSocket();
        }
    }

    /** Notes the end and leaves the socket open; returns whether this reason is the first. */
    boolean noteEnd(String why) {
        boolean isFirst = reason.compareAndSet(null, why);
        ended.countDown();
        return isFirst;
    }

    boolean hasEnded() {
        return reason.get() != null;
    }

    /** Returns why the connection has ended. */
    String reason() {
        return String.valueOf(reason.get());
    }

    /** Waits for the end, at most so long. */
    boolean awaitEnd(long atMostNs) throws InterruptedException {
        return ended.await(atMostNs, TimeUnit.NANOSECONDS);
    }
}
