package io.millrace.benchmarks;

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
            String said = run(wrk, TimeUnit.NANOSECONDS.toSeconds(effort.loadRoundNs()));
            if (i >= effort.loadWarmUps()) {
                rates.add(rate(said) / THOUSAND);
                medians.add(us(said, "50%"));
                high.add(us(said, "99%"));
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
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0 || said.contains("Socket errors") || said.contains("Non-2xx")) {
            throw new BenchmarkException("wrk failed: exitValue=" + code + System.lineSeparator() + said);
        }
        return said;
    }

    /** Returns the requests a second. */
    static double rate(String said) {
        return Double.parseDouble(found(RATE.matcher(said), said).group(1));
    }

    /** Returns a percentile in microseconds. */
    static double us(String said, String percentile) {
        Matcher found = found(
                Pattern.compile("\\s" + percentile + "\\s+([0-9.]+)(us|ms|s)\\s")
                        .matcher(said),
                said);
        double value = Double.parseDouble(found.group(1));
        return switch (found.group(2)) {
            case "us" -> value;
            case "ms" -> value * 1e3;
            default -> value * 1e6;
        };
    }

    private static Matcher found(Matcher matcher, String said) {
        if (!matcher.find()) {
            throw new BenchmarkException("wrk has said something else:" + System.lineSeparator() + said);
        }
        return matcher;
    }
}
