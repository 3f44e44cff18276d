package io.millrace.interaction;

import io.millrace.concurrent.MpscArrayQueue;
import io.millrace.concurrent.Uninterruptibly;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a session within a process: a bounded queue of frames, and the thread that gives them to the
 * receiver. Frames are copied, so the two sides share no object.
 */
final class QueueTransport implements FrameTransport {

    private static final int CAPACITY = 1 << 12;
    private static final int SPINS = 100;

    private final MpscArrayQueue<ByteBuffer> frames = new MpscArrayQueue<>(CAPACITY);
    private final AtomicReference<String> end = new AtomicReference<>();
    private final Thread thread;
    private volatile FrameReceiver receiver;
    private volatile QueueTransport back;
    private volatile boolean isParked;

    QueueTransport(String name) {
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Starts to deliver. */
    void start(FrameReceiver to, QueueTransport otherDirection) {
        receiver = to;
        back = otherDirection;
        thread.start();
    }

    @Override
    public void send(ByteBuffer frame) {
        if (end.get() != null) {
            throw new SessionEndedException("the connection has ended reason=" + end.get());
        }
        ByteBuffer copy = ByteBuffer.allocate(frame.remaining());
        copy.put(frame.duplicate()).flip();
        if (!frames.offer(copy)) {
            close("the other side does not read, too many frames wait max=" + CAPACITY);
        }
    }

    @Override
    public void flush() {
        if (isParked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void close(String reason) {
        endWith(reason);
        back.endWith(reason);
    }

    private void endWith(String reason) {
        if (end.compareAndSet(null, reason)) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        int idle = 0;
        while (true) {
            boolean hasEnded = end.get() != null;
            ByteBuffer frame = frames.poll();
            if (frame != null) {
                receiver.received(frame);
                idle = 0;
            } else if (hasEnded) { // what was sent before the end has been delivered
                receiver.closed(end.get());
                return;
            } else if (idle++ < SPINS) {
                Thread.onSpinWait();
            } else {
                park();
            }
        }
    }

    private void park() {
        isParked = true;
        if (frames.isEmpty() && end.get() == null) {
            LockSupport.park(this);
        }
        isParked = false;
    }

    /** Waits for the end of the thread; not from within it. */
    void join() {
        if (!Thread.currentThread().equals(thread)) {
            Uninterruptibly.join(thread);
        }
    }
}
