package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load suite with wrk, a process for each round. */
public final class WrkWorkload implements Workload {
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final double THOUSAND = 1e3;

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        Path wrk = LoadSuite.wrk().orElseThrow(() -> new BenchmarkException(LoadSuite.SKIPPED));
        List<Double> rates = new ArrayList<>();
        List<Double> medians = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        for (int i = 0; i < effort.loadWarmUps() + effort.loadRounds(); i++) {
            Turn.next();
            String output = run(wrk, TimeUnit.NANOSECONDS.toSeconds(effort.loadRoundNs()));
            if (i >= effort.loadWarmUps()) {
                rates.add(rate(output) / THOUSAND);
                medians.add(us(output, "50%"));
                high.add(us(output, "99%"));
            }
        }
        figures.report(LoadSuite.RATE, rates);
        figures.report(LoadSuite.P50, medians);
        figures.report(LoadSuite.P99, high);
    }

    private static String run(Path wrk, long seconds) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        wrk.toString(),
                        "-t1",
                        "-c" + LoadSuite.CONNECTIONS,
                        "-d" + seconds + "s",
                        "--latency",
                        LoadSuite.url())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0 || output.contains("Socket errors") || output.contains("Non-2xx")) {
            throw new BenchmarkException("wrk failed exitValue=" + code + System.lineSeparator() + output);
        }
        return output;
    }

    /** Returns the requests per second. */
    static double rate(String output) {
        return Double.parseDouble(found(RATE.matcher(output), output).group(1));
    }

    /** Returns a percentile in microseconds. */
    static double us(String output, String percentile) {
        Matcher found = found(
                Pattern.compile("\\s" + percentile + "\\s+([0-9.]+)(us|ms|s)\\s")
                        .matcher(output),
                output);
        double value = Double.parseDouble(found.group(1));
        return switch (found.group(2)) {
            case "us" -> value;
            case "ms" -> value * 1e3;
            default -> value * 1e6;
        };
    }

    private static Matcher found(Matcher matcher, String output) {
        if (!matcher.find()) {
            throw new BenchmarkException("the output of wrk is unknown:" + System.lineSeparator() + output);
        }
        return matcher;
    }
}
