package io.millrace.spring.boot;

import io.millrace.channel.Channel;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.SharedWriter;
import io.millrace.service.ErrorHandler;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.Severity;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyHealth;
import io.millrace.topology.TopologyRunner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * A topology that starts with the application, before its web server, and stops after it. A stop ends the run after its
 * current inputs, and the next start continues exactly. A run that fails makes the application's liveness broken, so
 * that a supervisor restarts it.
 *
 * <p>Any thread may call any method.
 */
public final class MillraceTopology implements SmartLifecycle {

    private final Topology topology;
    private final RunOptions options;
    private final Duration stopWithin;
    private final ApplicationEventPublisher events;
    private final Map<String, SharedWriter> writers = new HashMap<>();
    private RunningTopology running;

    MillraceTopology(Topology topology, RunOptions options, Duration stopWithin, ApplicationEventPublisher events) {
        this.topology = topology;
        this.options = options.withErrorHandler(this::onError);
        this.stopWithin = stopWithin;
        this.events = events;
    }

    private void onError(Severity severity, ErrorOrigin origin, Throwable error) {
        ErrorHandler.log().onError(severity, origin, error);
        if (severity == Severity.FATAL) {
            AvailabilityChangeEvent.publish(events, this, LivenessState.BROKEN);
        }
    }

    /** Returns the topology. */
    public Topology topology() {
        return topology;
    }

    /** Returns the health of the run; empty while the topology is not started. */
    public synchronized Optional<TopologyHealth> health() {
        return Optional.ofNullable(running).map(RunningTopology::health);
    }

    /**
     * Returns an object that writes each call made on it, in any thread, to a channel that no component writes. The
     * object is closed when the topology stops.
     *
     * @param channel the name of the channel, whose ownership is {@code SHARED}
     * @param type an interface whose methods return nothing
     * @param <T> the interface
     * @throws TopologyException where the topology is not started, or has no such journal
     */
    public synchronized <T> T writer(String channel, Class<T> type) {
        if (running == null) {
            throw new TopologyException("the topology is not started topology=" + topology.name());
        }
        Channel found = running.journals().get(channel);
        if (!(found instanceof JournalChannel journal)) {
            throw new TopologyException(
                    "the topology has no such journal topology=" + topology.name() + " channel=" + channel
                            + " journals=" + String.join(",", running.journals().keySet()));
        }
        return writers.computeIfAbsent(channel, _ -> journal.sharedWriter()).as(type);
    }

    @Override
    public synchronized void start() {
        if (running != null) {
            return;
        }
        RunningTopology opened = TopologyRunner.open(topology, options);
        try {
            opened.start();
            running = opened;
        } finally {
            if (running == null) {
                opened.close();
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (running == null) {
            return;
        }
        try (RunningTopology stopped = running) {
            running = null;
            writers.values().forEach(SharedWriter::close);
            writers.clear();
            stopped.stop();
            stopped.await(stopWithin);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed all the same
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }

    /** Returns a phase before that of a web server, which may need what the topology holds. */
    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE - 4096;
    }
}
