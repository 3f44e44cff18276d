package io.millrace.remote;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.interaction.ChannelInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The thread of served components: it gives them their inputs, and makes the calls of clients between two inputs. What
 * sessions give it is bounded by their limits.
 */
final class ServedLoop implements Executor, Runnable, AutoCloseable {

    private static final int MOST_CALLS = 256;
    private static final int SPINS = 200;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private final List<ChannelInputs<?>> inputs = new ArrayList<>();
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile boolean isClosed;
    private volatile boolean isParked;

    ServedLoop(Consumer<Throwable> failed) {
        this.failed = failed;
        this.thread = Thread.ofPlatform().name("millrace-interactions").unstarted(this);
    }

    /** Adds the inputs of a component; before the start. */
    void add(ChannelInputs<?> component) {
        inputs.add(component);
    }

    void start() {
        thread.start();
    }

    @Override
    public void execute(Runnable call) {
        calls.add(call);
        if (isParked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        try {
            catchUp();
            int idle = 0;
            while (!isClosed) {
                boolean hasWorked = makeCalls();
                for (ChannelInputs<?> each : inputs) {
                    hasWorked |= each.poll();
                }
                idle = hasWorked ? 0 : idle + 1;
                if (idle > SPINS) {
                    park();
                } else if (idle > 0) {
                    Thread.onSpinWait();
                }
            }
            while (makeCalls()) {
                // Those of the sessions that have just ended.
            }
        } catch (Throwable e) {
            failed.accept(e);
        } finally {
            inputs.forEach(ChannelInputs::close);
        }
    }

    /** Gives the components what is there, before the first client reads them. */
    private void catchUp() {
        for (ChannelInputs<?> each : inputs) {
            while (!isClosed && each.poll()) {
                // There is more.
            }
        }
    }

    private void park() {
        isParked = true;
        if (calls.isEmpty() && !isClosed) {
            LockSupport.parkNanos(this, PAUSE_NS); // other writers of the channels do not wake it
        }
        isParked = false;
    }

    private boolean makeCalls() {
        int made = 0;
        for (Runnable call = calls.poll(); call != null; call = ++made < MOST_CALLS ? calls.poll() : null) {
            call.run();
        }
        return made > 0;
    }

    /** Ends the thread, and waits for that. */
    @Override
    public void close() {
        isClosed = true;
        Uninterruptibly.join(thread);
    }
}
