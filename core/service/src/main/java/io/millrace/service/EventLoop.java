package io.millrace.service;

import io.millrace.concurrent.IdleStrategy;
import io.millrace.concurrent.ThreadAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that polls several tasks in turn. The loop ends when all tasks are done, when it is told to stop, or
 * when a task throws; then it closes every task, in its own thread. An interrupt of its thread changes nothing.
 *
 * <p>The tasks belong to the loop's thread from {@link #start} until the loop has ended; what they did happens before
 * {@link #await} returns, and the thread has ended then, so it owns nothing any more: what tasks use and do not close,
 * such as a writer, another loop may use. What was used before the start, by a thread that lives on, that thread hands
 * over. All methods may be called by any thread but the loop's own.
 */
public final class EventLoop implements AutoCloseable {

    private final String name;
    private final EventLoopOptions options;
    private final ErrorReports reports;
    private final List<Task> tasks;
    private final CountDownLatch finished = new CountDownLatch(1);
    private final LoopMeter meter = new LoopMeter();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile Throwable failure;
    private volatile Task failedTask;

    private EventLoop(String name, EventLoopOptions options, List<? extends Task> tasks) {
        this.name = Objects.requireNonNull(name, "name");
        this.options = Objects.requireNonNull(options, "options");
        this.reports = new ErrorReports(options.errorHandler());
        this.tasks = List.copyOf(tasks);
        this.thread = Thread.ofPlatform().name("millrace-" + name).unstarted(this::run);
    }

    /** Starts a thread that runs {@code tasks}. */
    public static EventLoop start(String name, EventLoopOptions options, List<? extends Task> tasks) {
        EventLoop loop = new EventLoop(name, options, tasks);
        loop.thread.start();
        return loop;
    }

    /** Returns the name of the loop. */
    public String name() {
        return name;
    }

    /** Asks the loop to end, also while it is parked; does not wait. */
    public void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits until the loop has ended.
     *
     * @throws ServiceException where a task failed, with that failure as cause
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public void await() throws InterruptedException {
        finished.await();
        thread.join();
        throwFailure();
    }

    /**
     * Waits until the loop has ended, but not longer than {@code timeoutNs}.
     *
     * @return whether the loop has ended
     * @throws ServiceException where a task failed, with that failure as cause
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public boolean await(long timeoutNs) throws InterruptedException {
        boolean ended = finished.await(timeoutNs, TimeUnit.NANOSECONDS);
        if (ended) {
            thread.join();
            throwFailure();
        }
        return ended;
    }

    /** Returns whether the loop has ended and every task is closed. */
    public boolean ended() {
        return finished.getCount() == 0;
    }

    /** Returns what a task has thrown, empty where none has. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Stops the loop and waits until it has ended; a failure is left for {@link #failure()}. */
    @Override
    public void close() {
        stop();
        boolean interrupted = false;
        while (true) {
            try {
                finished.await();
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns how busy the loop was in the rounds that it has measured, and asks it to measure some more: up to 2,000
     * of its next rounds, or 20 ms. A caller compares two answers. Where nothing is measured in between, the loop has
     * ended, or a task does not return.
     */
    public LoopLoad load() {
        LoopLoad load = meter.load();
        meter.request();
        return load;
    }

    private void throwFailure() {
        Throwable error = failure;
        if (error != null) {
            Task task = failedTask;
            throw new ServiceException(
                    "a task failed loop=" + name + " task=" + (task == null ? "(none)" : nameOf(task)) + ": "
                            + ForeignError.text(error),
                    error);
        }
    }

    private void run() {
        try {
            if (options.cpu().isPresent()) {
                ThreadAffinity.pin(options.cpu().getAsInt());
            }
            poll(options.idle().get());
        } catch (Throwable e) {
            fail(null, e);
        } finally {
            for (Task task : tasks) {
                close(task);
            }
            finished.countDown();
        }
    }

    private void poll(IdleStrategy idle) {
        List<Task> running = new ArrayList<>(tasks);
        while (!stopping && !running.isEmpty()) {
            boolean isMeasured = meter.isWanted();
            if (isMeasured) {
                meter.begin();
            }
            int work = 0;
            boolean someDone = false;
            for (int i = 0; i < running.size(); i++) {
                Task task = running.get(i);
                try {
                    work += task.poll();
                    someDone |= task.done();
                } catch (Throwable e) {
                    fail(task, e);
                    return;
                }
            }
            if (someDone) {
                running.removeIf(Task::done);
            }
            if (isMeasured) {
                meter.polled(work);
                idle.idle(work);
                meter.idled();
            } else {
                idle.idle(work);
            }
        }
    }

    private void close(Task task) {
        try {
            task.close();
        } catch (Throwable e) {
            fail(task, e);
        }
    }

    private void fail(Task task, Throwable error) {
        Severity severity = failure == null ? Severity.FATAL : Severity.ERROR;
        if (failure == null) {
            failedTask = task;
            failure = error;
        } else if (!failure.equals(error)) {
            failure.addSuppressed(error);
        }
        reports.report(severity, task == null ? ErrorOrigin.thread(name) : ErrorOrigin.component(nameOf(task)), error);
    }

    /** Returns the name of a task, or that of its class: whatever it throws, the tasks after it have to be closed. */
    private static String nameOf(Task task) {
        try {
            return task.name();
        } catch (Throwable e) {
            return task.getClass().getName();
        }
    }
}
