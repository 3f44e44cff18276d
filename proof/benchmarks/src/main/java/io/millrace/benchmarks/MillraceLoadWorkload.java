package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.Workload;
import io.millrace.load.Load;
import io.millrace.load.LoadObserver;
import io.millrace.load.LoadOptions;
import io.millrace.load.LoadResult;
import io.millrace.load.Mode;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.http.HttpTargetProvider;
import io.millrace.measure.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The load suite with our generator, as the command runs it. */
public final class MillraceLoadWorkload implements Workload {
    private static final double NS_PER_US = 1e3;
    private static final double THOUSAND = 1e3;
    private static final int MEDIAN = 50;
    private static final int HIGH = 99;

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        List<Double> rates = new ArrayList<>();
        List<Double> medians = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        for (int i = 0; i < effort.loadWarmUps() + effort.loadRounds(); i++) {
            Turn.next();
            LoadResult result = load(effort.loadRoundNs());
            if (result.failed() > 0) {
                throw new BenchmarkException("requests failed reasons=" + result.reasons());
            }
            if (i >= effort.loadWarmUps()) {
                Histogram times = result.times().service();
                rates.add(result.completed() * 1e9 / result.elapsedNs() / THOUSAND);
                medians.add(times.getValueAtPercentile(MEDIAN) / NS_PER_US);
                high.add(times.getValueAtPercentile(HIGH) / NS_PER_US);
            }
        }
        figures.report(LoadSuite.RATE, rates);
        figures.report(LoadSuite.P50, medians);
        figures.report(LoadSuite.P99, high);
    }

    private static LoadResult load(long durationNs) throws Exception {
        LoadOptions options = LoadOptions.builder(Mode.THROUGHPUT)
                .lasting(0, durationNs)
                .inFlight(LoadSuite.CONNECTIONS)
                .build();
        TargetOptions server = new TargetOptions(LoadSuite.url(), Map.of(), 1);
        try (Target target = new HttpTargetProvider().target(server)) {
            return new Load(options, io.millrace.load.Workload.of("get", Map.of()), target, NanoClock.system())
                    .run(LoadObserver.NONE);
        }
    }
}
