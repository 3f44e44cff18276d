package io.millrace.cli;

import io.millrace.journal.Index;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ErrorHandler;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.Rate;
import io.millrace.service.Severity;
import io.millrace.topology.HealthState;
import io.millrace.topology.HostDuty;
import io.millrace.topology.HostSite;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Summary;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyHealth;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a topology to its end, or until it is stopped, and prints its results. */
@Command(
        name = "run",
        sortOptions = false,
        description = {
            "Run a topology until its sources have ended and all inputs are processed, or until it is stopped.",
            "The next run continues where the last one ended, however it ended.",
            "'millrace run FILE --help' lists the parameters of FILE, which are options here."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace run examples/market/market.yaml",
            "  millrace run market.yaml --data /var/lib/market --rate 5000",
            "  millrace run market.yaml --summary summary.json --input trades.csv",
            "  millrace run two-hosts.yaml --host a"
        })
final class RunCommand implements Callable<Integer> {
    private static final Duration SHOW_EVERY = Duration.ofMillis(200);
    private static final long STOP_WITHIN_SECONDS = 30;

    private final Console console;
    private final RunParameters parameters;
    private final CountDownLatch finished = new CountDownLatch(1);

    @Parameters(index = "0", paramLabel = "FILE", description = "The topology, a file of YAML.")
    private Path file;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The directory of the channels (default: data, and with --host data/HOST).")
    private Path data;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Run what is on this one of the hosts of the topology; a spare stands by.")
    private String host;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "How many items each source sends a second (default: as many as it can).")
    private Long rate;

    @Option(names = "--summary", paramLabel = "JSON", description = "Write the summary to this file as well, as JSON.")
    private Path summaryFile;

    @Option(
            names = "--health",
            paramLabel = "FILE|[HOST:]PORT",
            description = "Tell probes how the run is: in this file of JSON, written anew every second, or by HTTP at "
                    + "/live and"
                    + " /ready; a port alone is one of this machine only.")
    private String health;

    @Spec
    private CommandSpec spec;

    private RunCommand(Console console, RunParameters parameters) {
        this.console = console;
        this.parameters = parameters;
    }

    /** Returns the command with the parameters of the topology file, if the arguments name one, as further options. */
    static CommandLine commandLine(Console console, String... args) {
        RunParameters parameters = RunParameters.find("run", args);
        CommandLine commandLine = new CommandLine(new RunCommand(console, parameters));
        parameters.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (rate != null && rate < 1) {
            throw new ParameterException(spec.commandLine(), "--rate must be at least 1 rate=" + rate);
        }
        if (summaryFile != null) {
            SummaryJson.check(summaryFile);
        }
        if (health != null) {
            HealthReport.check(health);
        }
        Path own = host == null ? Path.of("data") : Path.of("data", host);
        Path directory = data == null ? own : data;
        Topology topology = parameters.topology(file, spec, directory);
        Map<String, String> values = parameters.values(spec);
        RunOptions options = RunOptions.in(directory)
                .withRate(rate == null ? Rate.UNLIMITED : Rate.perSecond(rate))
                .withParameters(values)
                .withClassLoader(Millrace.class.getClassLoader())
                .withErrorHandler(RunCommand::log)
                .withNotices(notice -> console.err().println(notice));
        if (host != null) {
            topology.plan(host); // before a directory is made of a name that is wrong
            HostSite site = HostSite.find(topology, host, options.dataDirectory());
            parameters.checkSections(topology, site.host(), spec);
            options = options.withHost(host);
            if (site.duty() == HostDuty.STANDS_BY && !standBy(topology, options, site)) {
                return ExitCode.OK;
            }
            options = options.withHost(site.host());
        }
        return run(topology, options);
    }

    /** Stands by, and returns whether this machine was promoted and runs the host now. */
    private boolean standBy(Topology topology, RunOptions options, HostSite site) throws InterruptedException {
        console.err()
                .println(site.site() + " stands by for host " + site.host()
                        + "; if that is lost: millrace promote FILE --host " + site.host() + " --data "
                        + options.dataDirectory());
        CountDownLatch closed = new CountDownLatch(1);
        try (SpareRun spare = SpareRun.open(topology, options);
                HealthReport _ =
                        health == null ? null : HealthReport.start(console, health, () -> standingBy(topology))) {
            Thread stop = Thread.ofPlatform().name("millrace-stop").unstarted(() -> {
                spare.stop();
                awaitClosed(closed);
            });
            Runtime.getRuntime().addShutdownHook(stop);
            SpareRun.End end = spare.await(SHOW_EVERY);
            while (end == SpareRun.End.RUNNING) {
                end = spare.await(SHOW_EVERY);
            }
            if (end == SpareRun.End.PROMOTED) {
                Runtime.getRuntime().removeShutdownHook(stop);
                return true;
            }
            console.err()
                    .println(
                            end == SpareRun.End.ENDED
                                    ? "Host " + site.host() + " has ended, and everything is here."
                                    : "Stopped; the next run stands by again.");
            return false;
        } finally {
            console.out().flushQuietly();
            closed.countDown();
        }
    }

    /** Returns the health of a machine that stands by: it lives, and is not ready. */
    private static TopologyHealth standingBy(Topology topology) {
        return new TopologyHealth(
                topology.name(),
                HealthState.STARTING,
                Instant.now(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                Optional.empty(),
                Optional.empty());
    }

    private void awaitClosed(CountDownLatch closed) {
        try {
            boolean isClosed = closed.await(STOP_WITHIN_SECONDS, TimeUnit.SECONDS);
            if (!isClosed) {
                console.err()
                        .println("millrace: the run did not stop within " + STOP_WITHIN_SECONDS
                                + " s and is ended as if by kill; the next run continues from there");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(Topology topology, RunOptions options) throws InterruptedException {
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            Thread stop = Thread.ofPlatform().name("millrace-stop").unstarted(() -> stop(running));
            Runtime.getRuntime().addShutdownHook(stop);
            sayWhereItStands(running);
            run(running);
            running.failure().ifPresent(failure -> {
                throw failure;
            });
            report(running);
        } finally {
            console.out().flushQuietly(); // the process may end as soon as the count is down
            finished.countDown();
        }
        return ExitCode.OK;
    }

    private void run(RunningTopology running) throws InterruptedException {
        if (health == null) {
            startAndWatch(running);
            return;
        }
        try (HealthReport _ = HealthReport.start(console, health, running::health)) {
            startAndWatch(running);
        }
    }

    private void startAndWatch(RunningTopology running) throws InterruptedException {
        OptionalLong promotedMs = running.promotedMs();
        if (promotedMs.isEmpty()) {
            startedAndWatched(running);
            return;
        }
        try (TakeoverTime _ = TakeoverTime.start(console, running, promotedMs.getAsLong())) {
            startedAndWatched(running);
        }
    }

    private void startedAndWatched(RunningTopology running) throws InterruptedException {
        running.start();
        running.announcements().forEach(line -> console.err().println(line));
        watch(running);
    }

    /** Remembers the failure of the run, which is reported at its end as the error of this command. */
    private static void log(Severity severity, ErrorOrigin origin, Throwable error) {
        if (severity != Severity.FATAL) {
            ErrorHandler.log().onError(severity, origin, error);
        }
    }

    /** Stops the run on Ctrl-C and SIGTERM: it ends after its current inputs, and the process after all is closed. */
    private void stop(RunningTopology running) {
        running.stop();
        awaitClosed(finished);
    }

    /** Prints how many messages an earlier run has left, if there was one. */
    private void sayWhereItStands(RunningTopology running) {
        List<String> counts = new ArrayList<>();
        running.journals().forEach((name, channel) -> {
            long last = running.lastIndexBefore(name);
            if (last != Index.NONE) {
                long messages = channel.journal().orElseThrow().messagesBefore(last + 1);
                counts.add(name + " " + String.format(Locale.ROOT, "%,d", messages));
            }
        });
        if (!counts.isEmpty()) {
            console.err()
                    .println("Continuing in " + running.dataDirectory() + ", messages so far: "
                            + String.join(", ", counts));
        }
    }

    private void watch(RunningTopology running) throws InterruptedException {
        running.endless()
                .ifPresent(why -> console.err().println("This run continues until" + " it is stopped: " + why + "."));
        RunProgress progress = new RunProgress(console, running);
        while (!running.await(SHOW_EVERY)) {
            progress.show();
        }
        progress.clear();
    }

    private void report(RunningTopology running) {
        Summary summary = running.summary();
        List<HopLatency> latencies = HopLatency.of(running);
        if (summaryFile != null) { // first, since the reader of the other may have gone
            SummaryJson.write(summaryFile, running, summary, latencies);
        }
        SummaryText.print(console, running, summary, latencies);
        running.health().components().forEach(this::reportErrors);
        if (running.end() == RunEnd.STOPPED) {
            console.err().println("Stopped; the next run continues from here.");
        }
    }

    /** Says what was not carried out: the run has not failed, since it has an answer, but an operator has to look. */
    private void reportErrors(String component, ComponentHealth health) {
        reportCount(component, "requests or records refused", health.refused(), health);
        reportCount(component, "inputs that ended in an error", health.recordedErrors(), health);
    }

    private void reportCount(String component, String what, long count, ComponentHealth health) {
        if (count > 0) {
            String newest =
                    health.lastError().map(error -> "; the newest: " + error).orElse("");
            console.err().println(String.format(Locale.ROOT, "%s: %s: %,d%s", component, what, count, newest));
        }
    }
}
