package io.millrace.load;

import io.millrace.cli.OutputFile;
import io.millrace.measure.LatencyGoal;
import io.millrace.measure.MachineRecording;
import io.millrace.measure.MeasureException;
import io.millrace.measure.NanoClock;
import io.millrace.measure.Rate;
import io.millrace.measure.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code load}. */
@Command(
        name = "load",
        sortOptions = false,
        description = {
            "Puts load on a target by a schedule that nothing delays, and reports response, service and wait time.",
            "Modes: throughput (all out, a closed loop: service time only), throttle (at a rate; the headline is"
                    + " service time) and fixed (at a rate; the headline is response time, counted from when an"
                    + " operation should have begun)."
        })
final class LoadCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int MISSED = 5;
    private static final int STOP_WITHIN_SECONDS = 30;
    private static final long SEARCH_START = 1_000;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TARGET", description = "The target, a URL; see below.")
    private String url;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "throughput, throttle or fixed (default: fixed with --rate, else throughput).")
    private Mode mode;

    @Option(names = "--rate", paramLabel = "N/s", description = "How many operations, by the schedule.")
    private String rate;

    @Option(
            names = "--arrivals",
            paramLabel = "KIND",
            defaultValue = "constant",
            description = "constant, poisson:SEED or burst:SIZE (default: ${DEFAULT-VALUE}).")
    private String arrivals;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many threads issue" + " operations (default: 1).")
    private int threads;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description =
                    "How many operations of a thread may be in flight (default: 1 in throughput mode, else 16384).")
    private Integer inFlight;

    @Option(names = "--duration", paramLabel = "TIME", defaultValue = "60s", description = "Default: 60s.")
    private String duration;

    @Option(names = "--warm-up", paramLabel = "TIME", defaultValue = "10s", description = "Default: 10s.")
    private String warmUp;

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "How long after the end due operations may still be issued and completed (default: 5s).")
    private String drain;

    @Option(names = "--operations", paramLabel = "N", description = "The most operations that are issued.")
    private Long operations;

    @Option(names = "--workload", paramLabel = "FILE", description = "Kinds of operations and their data, as YAML.")
    private Path workload;

    @Option(
            names = "--field",
            paramLabel = "NAME=TEXT",
            description = "A field of the one operation that there is without a workload file.")
    private Map<String, String> fields = new LinkedHashMap<>();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "An option of the target.")
    private Map<String, String> targetOptions = new LinkedHashMap<>();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Writes an HdrHistogram interval log, tagged.")
    private Path log;

    @Option(names = "--interval", paramLabel = "TIME", defaultValue = "1s", description = "Of the log (default: 1s).")
    private String interval;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Writes the report as JSON.")
    private Path report;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Writes the report with plots, as one file.")
    private Path html;

    @Option(
            names = "--waiting",
            paramLabel = "HOW",
            defaultValue = "yielding",
            description = "How threads wait for the time: yielding, or spinning, which is exact but"
                    + " needs a core each (default: yielding).")
    private Waiting waiting;

    @Option(names = "--cores", paramLabel = "LIST", description = "Processors for the threads in turn, such as 0,1.")
    private String cores;

    @Option(
            names = "--machine",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Whether gc and scheduler pauses of the generator are recorded (default: on).")
    private MachineRecording machine;

    @Option(
            names = "--slo",
            paramLabel = "GOAL",
            description = "A promise such as 99.9%%<10ms, of response time; may be repeated.")
    private List<String> slos = List.of();

    @Option(
            names = "--find-rate",
            description = "Searches the highest rate that meets each --slo, starting at --rate (default: 1000/s). With"
                    + " --log each run writes a log of its own, named after its rate.")
    private boolean findsRate;

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            defaultValue = "5%",
            description = "The precision of the rate (default: 5%%).")
    private String precision;

    @Option(names = "--quiet", description = "Shows no progress.")
    private boolean isQuiet;

    private final AtomicReference<Load> running = new AtomicReference<>();
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean isStopped;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        Thread stop = Thread.ofPlatform().name("millrace-load-stop").unstarted(this::stop);
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            return run();
        } catch (LoadException | MeasureException e) {
            err.println("millrace: " + e.getMessage());
            return USAGE;
        } catch (IOException e) {
            err.println("millrace: " + e.getMessage());
            return FAILED;
        } finally {
            err.flush();
            try {
                spec.commandLine().getOut().flush(); // the process may end as soon as the count is down
            } finally {
                finished.countDown();
                removeHook(stop);
            }
        }
    }

    private void removeHook(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs, and has been told that all is done.
            isStopped = true;
        }
    }

    /** Stops the run on Ctrl-C and SIGTERM, and waits until its report is written. */
    private void stop() {
        isStopped = true;
        Load load = running.get();
        if (load != null) {
            load.stop();
        }
        try {
            boolean inTime = finished.await(STOP_WITHIN_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                spec.commandLine().getErr().println("millrace: the run did not stop in time; there is no report");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run() throws IOException {
        List<LatencyGoal> goals = slos.stream().map(LatencyGoal::parse).toList();
        TargetOptions asked = new TargetOptions(url, targetOptions, threads);
        TargetProvider provider = LoadArguments.provider(asked);
        Workload work = work(provider);
        if (findsRate) {
            refuse(goals.isEmpty(), "a search for a rate needs a goal option=--slo");
            refuse(mode != null && mode != Mode.FIXED, "a search for a rate runs in fixed mode --mode=" + mode);
            refuse(
                    report != null || html != null,
                    "a search writes no report; run again at a rate that it finds with --report or --html");
            try (Target target = provider.target(asked)) {
                return search(work, target, goals);
            }
        }
        refuse(html != null && goals.size() > 1, "one goal is drawn over time option=--html --slo=" + slos);
        LoadOptions options = options(Optional.ofNullable(rate).map(Rate::parse), Optional.ofNullable(log));
        refuse(
                !goals.isEmpty() && !options.mode().hasSchedule(),
                "a closed loop has no response time for a goal option=--slo");
        try (Target target = provider.target(asked)) {
            return once(options, work, target, goals);
        }
    }

    private static void refuse(boolean isWrong, String message) {
        if (isWrong) {
            throw new LoadException(message);
        }
    }

    private Workload work(TargetProvider provider) {
        if (workload == null) {
            return Workload.of(provider.defaultOperation(), fields);
        }
        refuse(!fields.isEmpty(), "fields belong into the workload file --field=" + fields.keySet());
        return Workload.read(workload);
    }

    private LoadOptions options(Optional<Rate> atRate, Optional<Path> logFile) {
        Mode chosen = mode;
        if (chosen == null) {
            chosen = atRate.isPresent() ? Mode.FIXED : Mode.THROUGHPUT;
        }
        LoadOptionsBuilder builder = LoadOptions.builder(chosen)
                .recording(machine)
                .threads(threads)
                .lasting(LoadArguments.timeNs("--warm-up", warmUp), LoadArguments.timeNs("--duration", duration))
                .draining(LoadArguments.timeNs("--drain", drain))
                .interval(LoadArguments.timeNs("--interval", interval));
        atRate.ifPresent(value -> builder.rate(value, LoadArguments.arrivals(arrivals, value)));
        logFile.ifPresent(builder::loggedTo);
        if (inFlight != null) {
            builder.inFlight(inFlight);
        }
        if (operations != null) {
            builder.operations(operations);
        }
        if (cores != null) {
            builder.cores(LoadArguments.cores(cores));
        }
        return builder.build();
    }

    private int once(LoadOptions options, Workload work, Target target, List<LatencyGoal> goals) throws IOException {
        LoadPlot plot = new LoadPlot();
        LoadReport found = new LoadReport(url, options, run(options, work, target, plot));
        spec.commandLine().getOut().print(found.text());
        if (report != null) {
            Files.writeString(report, LoadJson.of(found));
        }
        if (html != null) {
            Files.writeString(html, plot.html(found, goals.stream().findFirst()));
        }
        if (goals.isEmpty()) {
            if (found.result().completed() > 0) {
                return OK;
            }
            spec.commandLine()
                    .getErr()
                    .println("millrace: no operation completed failed="
                            + found.result().failed() + " unfinished="
                            + found.result().unfinished());
            return FAILED;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println();
        boolean isKept = true;
        for (LatencyGoal goal : goals) {
            RateTrial trial = new RateTrial(options.rate().orElseThrow(), found.result(), goal);
            out.println(line(trial));
            if (!trial.hasEnoughOperations()) {
                out.println("too few operations to tell due=" + found.result().due() + " needed="
                        + RateTrial.leastOperations(goal));
            }
            isKept &= trial.isSustained();
        }
        return isKept ? OK : MISSED;
    }

    private LoadResult run(LoadOptions options, Workload work, Target target, LoadObserver observer) {
        LoadProgressLine line = new LoadProgressLine(spec.commandLine().getErr(), options.mode());
        Load load = new Load(options, work, target, NanoClock.system(waiting));
        running.set(load);
        if (isStopped) {
            load.stop();
        }
        LoadResult result = load.run(progress -> {
            observer.interval(progress);
            if (!isQuiet) {
                line.interval(progress);
            }
        });
        line.clear();
        return result;
    }

    private int search(Workload work, Target target, List<LatencyGoal> goals) {
        PrintWriter out = spec.commandLine().getOut();
        AtomicReference<Workload> next = new AtomicReference<>(work);
        SearchLogs logs = new SearchLogs(log);
        Function<Rate, LoadResult> run = atRate -> {
            refuse(isStopped, "the search was stopped");
            Workload now = next.getAndSet(work.withoutSetUp());
            return run(options(Optional.of(atRate), logs.next(atRate)), now, target, LoadObserver.NONE);
        };
        long start = Optional.ofNullable(rate)
                .map(text -> Math.max(1, Math.round(Rate.parse(text).perSecond())))
                .orElse(SEARCH_START);
        double share = LoadArguments.share("--precision", precision);
        long durationNs = LoadArguments.timeNs("--duration", duration);
        RateTable table = new RateTable(run, share, start, durationNs, trial -> {
            out.println(line(trial));
            out.flush();
        });
        for (int i = 0; i < goals.size(); i++) {
            table.add(slos.get(i), goals.get(i));
        }
        out.print(table.text());
        return table.isComplete() ? OK : MISSED;
    }

    private String line(RateTrial trial) {
        return String.format(
                Locale.ROOT,
                "%12s  response at %s %% is %,.3f us, promised %,.3f: %s",
                trial.rate(),
                trial.goal().percentile(),
                trial.responseNs() / 1e3,
                trial.goal().limitNs() / 1e3,
                trial.isSustained() ? "sustained" : "NOT sustained (" + trial.why() + ")");
    }
}
