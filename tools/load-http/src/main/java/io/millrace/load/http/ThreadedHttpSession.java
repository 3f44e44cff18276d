package io.millrace.load.http;

import io.millrace.load.LoadException;
import io.millrace.load.Operation;
import io.millrace.load.TargetSession;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * Sends requests of HTTP/1.1 without encryption for an issuing thread that does not poll: a thread of the session sends
 * the requests that the issuing thread has written, and processes the responses.
 */
final class ThreadedHttpSession implements TargetSession {
    private static final long WAIT_NS = 1_000_000_000;

    private final HttpLoop loop;
    private final RequestEncoder encoder;
    private final List<HttpOperation> kinds;
    private final Semaphore free;
    private final ConcurrentLinkedQueue<Request> waiting = new ConcurrentLinkedQueue<>();
    private final Thread thread = Thread.ofPlatform().name("load-http").daemon().unstarted(this::process);
    private volatile boolean isClosed;
    private volatile Throwable broken;

    /** A request on its way to the thread that sends it. */
    private static final class Request {
        private final Operation operation;
        private final HttpOperation kind;
        private final byte[] bytes;

        Request(Operation operation, HttpOperation kind, byte[] bytes) {
            this.operation = operation;
            this.kind = kind;
            this.bytes = bytes;
        }
    }

    private ThreadedHttpSession(HttpLoop loop, RequestEncoder encoder, List<HttpOperation> kinds, Semaphore free) {
        this.loop = loop;
        this.encoder = encoder;
        this.kinds = kinds;
        this.free = free;
    }

    /**
     * Starts one.
     *
     * @param free as many permits as the loop has connections; the loop gives back one for each that becomes free
     */
    static ThreadedHttpSession start(HttpLoop loop, RequestEncoder encoder, List<HttpOperation> kinds, Semaphore free) {
        ThreadedHttpSession session = new ThreadedHttpSession(loop, encoder, kinds, free);
        session.thread.start();
        return session;
    }

    @Override
    public void issue(Operation operation) throws InterruptedException {
        int number = operation.kind();
        HttpOperation kind = kinds.get(number);
        byte[] request = encoder.encode(number, kind, operation);
        byte[] own = Arrays.copyOf(request, encoder.length());
        free.acquire();
        if (broken != null) {
            free.release();
            throw new LoadException("cannot wait for connections any more", broken);
        }
        waiting.add(new Request(operation, kind, own));
        loop.wakeUp();
    }

    private void process() {
        try {
            while (!isClosed) {
                send();
                loop.poll(WAIT_NS);
            }
        } catch (Throwable e) {
            broken = e;
        }
        if (broken != null) {
            send();
        }
    }

    private void send() {
        for (Request next = waiting.poll(); next != null; next = waiting.poll()) {
            if (broken == null) {
                loop.start(next.operation, next.kind, next.bytes, next.bytes.length);
            } else {
                next.operation.fail(broken);
                free.release();
            }
        }
    }

    /** Gives up what is in flight. */
    @Override
    public void close() {
        isClosed = true;
        loop.wakeUp();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        loop.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
