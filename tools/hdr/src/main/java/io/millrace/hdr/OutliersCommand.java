package io.millrace.hdr;

import io.millrace.measure.MeasureException;
import io.millrace.measure.RecordedOutliers;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code outliers}. */
@Command(
        name = "outliers",
        sortOptions = false,
        description = {
            "Shows what slow operations have in common, from a recording of JDK Flight Recorder:",
            "what happened on their threads meanwhile, what stopped all threads, and which methods were running.",
            "Without --event it lists the events that may be operations, those that last."
        })
public final class OutliersCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final int DAMAGED = 3;
    private static final Pattern TIME = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)(ns|us|ms|s)");

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "RECORDING", description = "A file of JDK Flight Recorder.")
    private Path file;

    @Option(
            names = "--event",
            paramLabel = "NAME",
            description = "The events that are operations, such as io.millrace.transactions.Transaction.")
    private String event;

    @Option(
            names = "--over",
            paramLabel = "TIME",
            defaultValue = "10ms",
            description = "An operation that took longer is an outlier (default: ${DEFAULT-VALUE}).")
    private String over;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "20",
            description = "The rows of each table (default: ${DEFAULT-VALUE}).")
    private int rows;

    private OutliersCommand() {}

    /** Returns the command, ready to be run or to be added to another one. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new OutliersCommand());
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help and end.")
                        .build());
        return line;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            if (event == null) {
                list(out);
            } else {
                out.print(RecordedOutliers.read(file, event, ns(over)).text(Math.max(1, rows)));
            }
            return 0;
        } catch (MeasureException e) {
            err.println("millrace: " + e.getMessage());
            return USAGE;
        } catch (FileSystemException | FileNotFoundException e) {
            err.println("millrace: the recording cannot be read file=" + file + " reason=" + e);
            return USAGE;
        } catch (IOException e) {
            err.println("millrace: the recording is damaged or none file=" + file + " reason=" + e.getMessage());
            return DAMAGED;
        } finally {
            err.flush();
        }
    }

    private void list(PrintWriter out) throws IOException {
        Map<String, Long> longest = RecordedOutliers.durations(file);
        out.printf(Locale.ROOT, "%-50s %14s%n", "event", "longest, us");
        longest.forEach((name, ns) -> out.printf(Locale.ROOT, "%-50s %,14.3f%n", name, ns / 1e3));
    }

    private static long ns(String text) {
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new MeasureException("not a duration --over=" + text + " example=10ms");
        }
        long unitNs = switch (matcher.group(2)) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            default -> 1_000_000_000;
        };
        return new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unitNs))
                .longValue();
    }
}
