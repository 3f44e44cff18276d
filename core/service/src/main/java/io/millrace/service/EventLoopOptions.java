package io.millrace.service;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.concurrent.IdleStrategy;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * How an {@link EventLoop} runs.
 *
 * @param idle creates the strategy of the thread while it has no work
 * @param cpu the only cpu that the thread may run on; empty for any
 * @param errorHandler is told, as {@link Severity#FATAL}, of the task that failed and why, in the loop's thread, before
 *     the loop ends
 */
public record EventLoopOptions(Supplier<? extends IdleStrategy> idle, OptionalInt cpu, ErrorHandler errorHandler) {

    /** Checks that nothing is null. */
    public EventLoopOptions {
        Objects.requireNonNull(idle, "idle");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(errorHandler, "errorHandler");
    }

    /** Backs off while idle, runs on any cpu, and logs errors. */
    public static EventLoopOptions defaults() {
        return new EventLoopOptions(BackoffIdleStrategy::new, OptionalInt.empty(), ErrorHandler.log());
    }

    /** Returns these options with another idle strategy. */
    public EventLoopOptions withIdle(Supplier<? extends IdleStrategy> strategy) {
        return new EventLoopOptions(strategy, cpu, errorHandler);
    }

    /** Returns these options for the cpu {@code number}. */
    public EventLoopOptions withCpu(int number) {
        return new EventLoopOptions(idle, OptionalInt.of(number), errorHandler);
    }

    /** Returns these options with another error handler. */
    public EventLoopOptions withErrorHandler(ErrorHandler handler) {
        return new EventLoopOptions(idle, cpu, handler);
    }
}
