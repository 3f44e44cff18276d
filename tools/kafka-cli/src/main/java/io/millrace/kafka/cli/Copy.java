package io.millrace.kafka.cli;

import io.millrace.kafka.KafkaServiceException;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.ServiceException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs the service of a copy on a thread of its own until it has ended or the process is told to end, and reports its
 * progress each second.
 */
final class Copy {
    private static final long SHOW_NS = 1_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long STOP_WITHIN_SECONDS = 30;

    private final String verb;
    private final PrintWriter err;
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * Prepares a report.
     *
     * @param verb what is done with calls, such as {@code exported}
     */
    Copy(String verb, PrintWriter err) {
        this.verb = verb;
        this.err = err;
    }

    /**
     * Runs the task to its end and closes it.
     *
     * @param eachSecond called by this thread each second
     * @throws KafkaServiceException where brokers, topic or records are the reason of a failure
     * @throws ServiceException where the service failed for another reason
     */
    void run(ShownTask task, Runnable eachSecond) throws InterruptedException {
        EventLoopOptions options = EventLoopOptions.defaults().withErrorHandler((severity, origin, error) -> {});
        long startNs = System.nanoTime();
        EventLoop loop = EventLoop.start(task.name(), options, List.of(task));
        try {
            Thread stop = Thread.ofPlatform().name("millrace-stop").unstarted(() -> stop(loop));
            Runtime.getRuntime().addShutdownHook(stop);
            long shownNs = startNs;
            long shown = 0;
            while (!loop.await(SHOW_NS)) {
                eachSecond.run();
                long nowNs = System.nanoTime();
                long done = done(task);
                line(task, done, (done - shown) * NANOS_PER_SECOND / (nowNs - shownNs));
                shownNs = nowNs;
                shown = done;
            }
            long done = done(task);
            line(task, done, done * NANOS_PER_SECOND / (System.nanoTime() - startNs));
        } catch (ServiceException e) {
            throw plain(e);
        } finally {
            loop.close();
            closed.countDown();
        }
    }

    /** Returns the reason alone where it is one of Kafka: that the copy is a service and a loop is of no use here. */
    private static RuntimeException plain(ServiceException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof KafkaServiceException kafka) {
                return kafka;
            }
        }
        return error;
    }

    private static long done(ShownTask task) {
        return task.copied();
    }

    private void line(ShownTask task, long done, double rate) {
        if (task.left() < 0) {
            return; // brokers have not answered yet
        }
        String refused = task.refused() == 0 ? "" : String.format(Locale.ROOT, ", refused %,d", task.refused());
        err.printf(Locale.ROOT, "%s %,d%s, left %,d, %,.0f a second%n", verb, done, refused, task.left(), rate);
        err.flush();
    }

    /** Lets the copy commit and close what it has open before the process ends on Ctrl-C or SIGTERM. */
    private void stop(EventLoop loop) {
        loop.stop();
        try {
            if (!closed.await(STOP_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                err.println("the copy did not stop in time and is ended as if by kill; the same command continues"
                        + " seconds=" + STOP_WITHIN_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
