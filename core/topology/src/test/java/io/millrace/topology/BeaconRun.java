package io.millrace.topology;

import io.millrace.service.ErrorOrigin;
import io.millrace.service.ServiceTask;
import io.millrace.service.Severity;
import io.millrace.service.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * What the sections of the tests do: they note each step, and fail where they are told to, with an {@code Error} where
 * they are told {@code errors}.
 */
final class BeaconRun implements SectionRun {
    private final String key;
    private final List<String> failing;
    private final List<String> events;
    final SectionContext context;
    final List<String> reports = new CopyOnWriteArrayList<>();

    BeaconRun(String key, List<String> failing, List<String> events, SectionContext context) {
        this.key = key;
        this.failing = failing;
        this.events = events;
        this.context = context;
    }

    private void step(String what) {
        events.add(key + " " + what);
        if (failing.contains(what)) {
            throwBecause(key + " does not " + what);
        }
    }

    private void throwBecause(String why) {
        if (failing.contains("errors")) {
            throw new NoClassDefFoundError(why);
        }
        throw new IllegalStateException(why);
    }

    @Override
    public void start(RunPhase phase) {
        step("start " + phase);
    }

    @Override
    public void stop(RunPhase phase) {
        step("stop " + phase);
    }

    @Override
    public void stopping() {
        step("stopping");
    }

    @Override
    public void beforeClose(ServiceTask service) {
        step("close " + service.name());
    }

    @Override
    public void reported(Severity severity, ErrorOrigin origin, Throwable error) {
        if (failing.contains("reported")) {
            throwBecause(key + " does not hear of " + origin);
        }
        reports.add(severity + " " + origin + " " + error.getMessage());
    }

    @Override
    public Optional<String> announcement() {
        return failing.contains("announce") ? Optional.empty() : Optional.of("lit");
    }

    /** Returns a task for the thread that it is told to use, which is done when the thread has polled it. */
    @Override
    public Map<String, Task> tasks() {
        return failing.stream()
                .filter(what -> what.startsWith("thread "))
                .collect(Collectors.toMap(what -> what.substring("thread ".length()), _ -> new Flash()));
    }

    private final class Flash implements Task {
        private boolean done;

        @Override
        public String name() {
            return key;
        }

        @Override
        public int poll() {
            step("polled by " + Thread.currentThread().getName());
            done = true;
            return 1;
        }

        @Override
        public boolean done() {
            return done;
        }

        @Override
        public void close() {
            step("task closed");
        }
    }

    @Override
    public List<SectionPage> pages() {
        return List.of(new SectionPage("/" + key, "text/plain", () -> Optional.of(key + " is lit")));
    }

    @Override
    public Optional<SectionHealth> health() {
        if (failing.contains("health")) {
            throwBecause("no health");
        }
        return failing.contains("slow") ? Optional.of(SectionHealth.of(SectionState.STARTING)) : Optional.empty();
    }
}
