package io.millrace.topology;

import io.millrace.service.ErrorOrigin;
import io.millrace.service.ErrorReports;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import io.millrace.service.Task;
import io.millrace.text.NearestName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The sections of one run, in the order of the topology. {@link #start} and {@link #stops} belong to the thread that
 * owns the run; the other methods may be called by any thread.
 */
final class RunningSections {
    private final SequencedMap<String, SectionRun> runs;
    private final Map<RunPhase, List<String>> started = new EnumMap<>(RunPhase.class);
    private final ErrorReports reports;
    private final AtomicBoolean stopping = new AtomicBoolean();

    RunningSections(SequencedMap<String, SectionRun> runs, ErrorReports reports) {
        this.runs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(runs));
        this.reports = reports;
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Starts a phase of all sections; the first that fails ends it, and those before it stay started. */
    void start(RunPhase phase) {
        List<String> done = new ArrayList<>();
        started.put(phase, done);
        runs.forEach((key, run) -> {
            try {
                run.start(phase);
            } catch (Throwable e) {
                throw failed(key, "start", phase, e);
            }
            done.add(key);
        });
    }

    /** Returns what stops a phase: one step for each section that has started it, the last one first. */
    List<Runnable> stops(RunPhase phase) {
        List<Runnable> stops = new ArrayList<>();
        List<String> keys = started.remove(phase);
        if (keys != null) {
            keys.reversed().forEach(key -> stops.add(() -> stop(key, phase)));
        }
        return stops;
    }

    private void stop(String key, RunPhase phase) {
        try {
            runs.get(key).stop(phase);
        } catch (Throwable e) {
            throw failed(key, "stop", phase, e);
        }
    }

    private static TopologyException failed(String key, String what, RunPhase phase, Throwable error) {
        if (error instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new TopologyException(
                "cannot " + what + " section=" + key + " phase=" + phase + ": " + ErrorReports.text(error), error);
    }

    /** Tells all sections, once, that the run ends. */
    void stopping() {
        if (stopping.compareAndSet(false, true)) {
            runs.reversed().forEach((key, run) -> guarded(key, run, SectionRun::stopping));
        }
    }

    private void guarded(String key, SectionRun run, Consumer<SectionRun> call) {
        try {
            call.accept(run);
        } catch (Throwable e) {
            reports.report(Severity.ERROR, ErrorOrigin.section(key), e);
        }
    }

    void beforeClose(ServiceTask service) {
        runs.values().forEach(run -> run.beforeClose(service));
    }

    /** Returns the health of those sections that have any; one that throws is degraded. */
    SequencedMap<String, SectionHealth> health() {
        SequencedMap<String, SectionHealth> health = new LinkedHashMap<>();
        runs.forEach((key, run) -> {
            Optional<SectionHealth> said;
            try {
                said = run.health();
            } catch (Throwable e) {
                said = Optional.of(SectionHealth.of(SectionState.DEGRADED).withError(ErrorReports.text(e)));
            }
            said.ifPresent(each -> health.put(key, each));
        });
        return health;
    }

    /**
     * Returns the tasks of all sections by the threads that poll them.
     *
     * @param threads the names of the threads that there are
     */
    Map<String, List<Task>> tasks(Set<String> threads) {
        Map<String, List<Task>> tasks = new HashMap<>();
        runs.forEach((key, run) -> run.tasks().forEach((thread, task) -> {
            if (!threads.contains(thread)) {
                throw new TopologyException("there is no such thread section=" + key + " thread=" + thread
                        + NearestName.hint(thread, threads));
            }
            tasks.computeIfAbsent(thread, _ -> new ArrayList<>()).add(task);
        }));
        return tasks;
    }

    List<SectionPage> pages() {
        return runs.values().stream().flatMap(run -> run.pages().stream()).toList();
    }

    List<StatusView> views() {
        return runs.values().stream().flatMap(run -> run.views().stream()).toList();
    }

    List<MeterSource> meters() {
        return runs.values().stream().flatMap(run -> run.meters().stream()).toList();
    }

    List<String> announcements() {
        List<String> all = new ArrayList<>();
        runs.forEach((key, run) ->
                guarded(key, run, each -> each.announcement().ifPresent(text -> all.add(key + ": " + text))));
        return all;
    }

    <R> Optional<R> find(Class<R> type) {
        return runs.values().stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
