package io.millrace.benchmarks;

import io.millrace.cli.OutputFile;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Conditions;
import io.millrace.harness.Effort;
import io.millrace.harness.ForkRunner;
import io.millrace.harness.Report;
import io.millrace.harness.ReportJson;
import io.millrace.harness.ReportText;
import io.millrace.harness.Suite;
import io.millrace.harness.SuiteRunner;
import io.millrace.harness.WorkDirectory;
import io.millrace.kafka.broker.KafkaCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench SUITE}: runs a suite and prints both sides, the ratio and the conditions. */
@Command(
        name = "bench",
        description = {
            "Runs ours and a peer side by side on this machine and prints both and the ratio.",
            "Each side runs in JVMs of its own, which alternate; a ratio above 1 means that ours is better."
        })
public final class BenchCommand implements Callable<Integer> {
    /** Suites without a peer. */
    private static final List<String> ALONE = List.of(
            RegionCurves.NAME,
            SyncMethods.NAME,
            GeneratorOverhead.NAME,
            HashSpread.NAME,
            ConsoleCost.NAME,
            PipelineBench.NAME,
            TakeoverBench.NAME);

    private static final int MOST_FORKS = 1000;

    /** The heap sizes that a JVM accepts, up to a tebibyte. */
    private static final Pattern HEAP = Pattern.compile("[1-9]\\d{0,8}[kKmM]|[1-9]\\d{0,2}[gG]");

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SUITE",
            description = "One of ${COMPLETION-CANDIDATES}.",
            completionCandidates = Names.class)
    private String suiteName;

    @Option(names = "--quick", description = "One fork per side, within minutes, and only the most informative cases.")
    private boolean quick;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = {
                "Starts N JVMs per side, one after the other; by default 1 with --quick, else 5. If starts differ"
                        + " from each other, many short forks tell more than few long ones.",
                "Not for suites without a peer."
            })
    private Integer forks;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = {
                "Gives each JVM a heap of at most SIZE, for example 2g; by default it takes a quarter of the memory.",
                "Up to 2g the collector G1 has regions of 1 MiB, and an array of half a region is old from the start.",
                "Not for suites without a peer."
            })
    private String heap;

    @Option(
            names = "--case",
            paramLabel = "REGEX",
            description = {
                "Measures only the cases whose names contain a match of REGEX, and others that are measured together"
                        + " with them; may be repeated.",
                "Not for " + RegionCurves.NAME + ", " + SyncMethods.NAME + ", " + GeneratorOverhead.NAME + ", "
                        + HashSpread.NAME + ", " + ConsoleCost.NAME + " and " + TakeoverBench.NAME + "; the cases of "
                        + PipelineBench.NAME + " are placements."
            })
    private List<Pattern> cases = List.of();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Writes the figures to FILE and the conditions to FILE.conditions.json.")
    private Path json;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "For " + RegionCurves.NAME + ", " + GrowthSuite.NAME + ", " + HashSpread.NAME + " and "
                    + PipelineBench.NAME + ": draws the curves to FILE, as SVG.")
    private Path plot;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Works below this directory, and so on its file system; the default is ${DEFAULT-VALUE}.",
            defaultValue = "${sys:java.io.tmpdir}")
    private Path directory;

    private BenchCommand() {}

    /** Returns the command, to be run or added to another one. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new BenchCommand());
        commandLine
                .getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help and end.")
                        .build());
        return commandLine;
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (!cases.isEmpty() && ALONE.contains(suiteName) && !suiteName.equals(PipelineBench.NAME)) {
            throw new ParameterException(
                    spec.commandLine(), "this suite is measured as a whole name=" + suiteName + " --case=" + cases);
        }
        requireForks("--forks", forks);
        requireForks("--heap", heap);
        if (forks != null && (forks < 1 || forks > MOST_FORKS)) {
            throw new ParameterException(
                    spec.commandLine(), "the number of forks is not from 1 to " + MOST_FORKS + " --forks=" + forks);
        }
        if (heap != null && !HEAP.matcher(heap).matches()) {
            throw new ParameterException(
                    spec.commandLine(), "a heap is from 1k to 999g, a number with k, m or g after it --heap=" + heap);
        }
        if (suiteName.equals(RegionCurves.NAME)) {
            return regions(out);
        }
        if (suiteName.equals(SyncMethods.NAME)) {
            return syncWays(out);
        }
        if (suiteName.equals(GeneratorOverhead.NAME)) {
            return schedule(out);
        }
        if (suiteName.equals(HashSpread.NAME)) {
            return hashSpread(out);
        }
        if (suiteName.equals(ConsoleCost.NAME)) {
            return console(out);
        }
        if (suiteName.equals(PipelineBench.NAME)) {
            return pipeline(out);
        }
        if (suiteName.equals(TakeoverBench.NAME)) {
            return takeover(out);
        }
        if (suiteName.equals(LoadSuite.NAME)) {
            return load(out, err);
        }
        if (suiteName.equals(KafkaSuite.NAME)) {
            return kafka(out, err);
        }
        return run(suite(quick ? Effort.QUICK : Effort.FULL), out, err);
    }

    private int run(Suite suite, PrintWriter out, PrintWriter err) throws IOException, InterruptedException {
        if (plot != null && !cases.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "curves need all cases --plot=" + plot + " --case=" + cases);
        }
        if (plot != null && !suite.name().equals(GrowthSuite.NAME)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "this suite has no curves to draw name=" + suite.name() + " known=[" + RegionCurves.NAME + ", "
                            + GrowthSuite.NAME + ", " + HashSpread.NAME + ", " + PipelineBench.NAME + "]");
        }
        ForkRunner forkRunner = ForkRunner.likeThisProcess();
        if (heap != null) {
            forkRunner = forkRunner.withHeap(heap);
        }
        SuiteRunner runner = new SuiteRunner(forkRunner, Files.createDirectories(directory), line -> {
            err.println(line);
            err.flush();
        });
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        Report report = runner.run(suite, effort, forks != null ? forks : effort.forks());
        out.print(ReportText.of(report));
        out.flush();
        if (json != null) {
            Files.writeString(json, ReportJson.rows(report.rows()));
            Files.writeString(
                    json.resolveSibling(json.getFileName() + ".conditions.json"), ReportJson.conditions(report));
        }
        if (plot != null) {
            Files.writeString(plot, GrowthPlot.of(report));
        }
        return 0;
    }

    /** Runs the load suite: the load generators need a server, the same for both. */
    private int load(PrintWriter out, PrintWriter err) throws IOException, InterruptedException {
        if (LoadSuite.wrk().isEmpty()) {
            err.println(LoadSuite.SKIPPED);
            err.flush();
            return 0;
        }
        try (MinimalHttpServer server = MinimalHttpServer.start()) {
            Suite suite = LoadSuite.suite(server.url());
            return run(cases.isEmpty() ? suite : only(suite), out, err);
        }
    }

    /** Runs the Kafka suite: all sides need a broker, the same for all. */
    private int kafka(PrintWriter out, PrintWriter err) throws IOException, InterruptedException {
        Suite checked = KafkaSuite.suite("");
        if (!cases.isEmpty()) {
            only(checked);
        }
        try (WorkDirectory work = WorkDirectory.create(Files.createDirectories(directory));
                KafkaCluster broker = KafkaSuite.startBroker(work.path(), quick ? Effort.QUICK : Effort.FULL)) {
            Suite suite = KafkaSuite.suite(broker.servers());
            return run(cases.isEmpty() ? suite : only(suite), out, err);
        }
    }

    private Suite only(Suite suite) {
        try {
            return suite.only(cases);
        } catch (BenchmarkException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Refuses an option of forks, if it was given, for a suite without forks. */
    private void requireForks(String option, Object given) {
        if (given != null && ALONE.contains(suiteName)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "this suite has no sides in forks name=" + suiteName + " " + option + "=" + given);
        }
    }

    /** Compares the strategies of regions with each other; regions have no peer. */
    private int regions(PrintWriter out) throws IOException, InterruptedException {
        RegionCurves measured = RegionCurves.of(quick ? Effort.QUICK : Effort.FULL);
        var curves = measured.measure();
        out.print(RegionCurves.table(curves));
        if (!quick) {
            out.print(RegionCurves.pauseTable(measured.measurePauses()));
        }
        out.flush();
        if (plot != null) {
            Files.writeString(plot, RegionPlot.of(curves));
        }
        return 0;
    }

    /** Compares ways to force messages to the device with each other, and with the journal. */
    private int syncWays(PrintWriter out) throws Exception {
        out.print(SyncMethods.of(quick ? Effort.QUICK : Effort.FULL).measure(Files.createDirectories(directory)));
        out.flush();
        return 0;
    }

    /** Prints the quality of the hash, which does not depend on the machine; its speed is not measured. */
    private int hashSpread(PrintWriter out) throws IOException {
        out.print(HashSpread.table());
        out.flush();
        if (plot != null) {
            Files.writeString(plot, SpreadPlot.draw());
        }
        return 0;
    }

    /** Measures what a run costs that a console or telemetry observes; it has no peer. */
    private int console(PrintWriter out) throws Exception {
        Path work = Files.createDirectories(directory);
        Conditions start = Conditions.of(work);
        String tables = ConsoleCost.of(quick ? Effort.QUICK : Effort.FULL).measure(work);
        Conditions conditions = start.with("load average at end", Conditions.loadAverage())
                .with("measured", ConsoleCost.DESCRIPTION)
                .with("interval", "95 %, of the median of the pairs, by a bootstrap; another start may differ by more")
                .with("pinning", "none");
        out.printf("%s%n%s", ReportText.conditions(conditions), tables);
        out.flush();
        return 0;
    }

    /** Measures the same pipeline on one thread, several threads, and in several processes, beside its peer. */
    private int pipeline(PrintWriter out) throws Exception {
        Path work = Files.createDirectories(directory);
        Conditions start = Conditions.of(work);
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        PipelineBench bench = cases.isEmpty() ? PipelineBench.of(effort) : some(PipelineBench.of(effort));
        PipelineBench.Result result = bench.measure(work, rows -> {
            out.print(rows);
            out.flush();
        });
        out.println(PipelineBench.summary(result));
        out.flush();
        String burst = cases.isEmpty() ? RequestBurst.of(effort).measure(work) : "";
        Conditions conditions = start.with("load average at end", Conditions.loadAverage())
                .with("measured", PipelineBench.DESCRIPTION)
                .with("pinning", "none");
        out.printf("%s%n%s", burst, ReportText.conditions(conditions));
        out.flush();
        if (plot != null) {
            Files.writeString(plot, PipelinePlot.of(result));
        }
        return 0;
    }

    private PipelineBench some(PipelineBench bench) {
        try {
            return bench.only(cases);
        } catch (BenchmarkException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Measures how long it takes until a promoted spare has its first new output; it has no peer. */
    private int takeover(PrintWriter out) throws Exception {
        Path work = Files.createDirectories(directory);
        Conditions start = Conditions.of(work);
        TakeoverBench bench = TakeoverBench.of(quick ? Effort.QUICK : Effort.FULL);
        String table = bench.table(bench.measure(work));
        Conditions conditions = start.with("load average at end", Conditions.loadAverage())
                .with("measured", TakeoverBench.DESCRIPTION)
                .with("pinning", "none");
        out.printf("%s%n%s", ReportText.conditions(conditions), table);
        out.flush();
        return 0;
    }

    /** Measures what the load generator adds to a target that does nothing; it has no peer. */
    private int schedule(PrintWriter out) {
        Conditions start = Conditions.of(directory);
        String tables = GeneratorOverhead.of(quick ? Effort.QUICK : Effort.FULL).measure();
        Conditions conditions = start.with("load average at end", Conditions.loadAverage())
                .with("measured", GeneratorOverhead.DESCRIPTION)
                .with("pinning", "none");
        out.printf("%s%n%s", ReportText.conditions(conditions), tables);
        out.flush();
        return 0;
    }

    private Suite suite(Effort effort) {
        try {
            Suite suite = Suites.named(suiteName, effort);
            if (!cases.isEmpty()) {
                return suite.only(cases);
            }
            return quick && suite.name().equals(JournalSuite.NAME) ? JournalSuite.quick() : suite;
        } catch (BenchmarkException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(
                            Suites.all(Effort.FULL).stream().map(Suite::name),
                            Stream.of(LoadSuite.NAME, KafkaSuite.NAME),
                            ALONE.stream())
                    .flatMap(names -> names)
                    .iterator();
        }
    }
}
