package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rounds of a server that answers. Each has a new server, so that nothing runs between turns. */
abstract class PortsWorkload implements Workload {
    private static final double NS_PER_MICRO = 1e3;
    private static final double NS_PER_SECOND = 1e9;

    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** Returns whether this side has a transport. */
    abstract boolean has(ClientsSuite.Wire wire);

    /** Starts a server in an empty directory, and a client. */
    abstract Requests connect(Path directory, ClientsSuite.Wire wire, PortsSuite.Kind kind) throws Exception;

    /** Starts a server that sends messages to all its WebSockets; only where this side has that transport. */
    abstract ClientsServer follow(Path directory) throws Exception;

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        int stage = 0;
        for (ClientsSuite.Wire wire : ClientsSuite.Wire.values()) {
            for (PortsSuite.Kind kind : PortsSuite.Kind.values()) {
                Turn.stage(stage++);
                if (has(wire)
                        && figures.isWanted(
                                PortsSuite.oneInFlight(wire, kind),
                                PortsSuite.manyInFlight(wire, kind),
                                PortsSuite.processor(wire, kind),
                                PortsSuite.allocated(wire, kind))) {
                    measure(effort, directory, figures, wire, kind);
                }
            }
        }
        Turn.stage(stage);
        if (has(ClientsSuite.Wire.WEB_SOCKET) && figures.isWanted(PortsSuite.FAN_OUT)) {
            ClientsWorkload.fanOut(PortsSuite.FOLLOWERS, effort, directory, figures, this::follow);
        }
    }

    private void measure(Effort effort, Path directory, Figures figures, ClientsSuite.Wire wire, PortsSuite.Kind kind)
            throws Exception {
        List<Double> medians = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        List<Double> processorTimes = new ArrayList<>();
        List<Double> allocations = new ArrayList<>();
        long measuredNs = effort.latencyNs() / effort.latencyRounds() / 2;
        for (int round = -1; round < effort.latencyRounds(); round++) {
            Turn.next();
            try (WorkDirectory work = WorkDirectory.create(directory);
                    Requests requests = connect(work.path(), wire, kind)) {
                var _ = requests.oneByOne(effort.leadInNs() / 2);
                double median = requests.oneByOne(measuredNs).getValueAtPercentile(50) / NS_PER_MICRO;
                var _ = requests.inWindow(effort.leadInNs() / 2);
                long startNs = System.nanoTime();
                long processorNs = process.getProcessCpuTime();
                long bytes = threads.getTotalThreadAllocatedBytes();
                double rate = requests.inWindow(measuredNs);
                double answers = rate * (System.nanoTime() - startNs) / NS_PER_SECOND;
                if (round >= 0) {
                    medians.add(median);
                    rates.add(rate / 1e3);
                    processorTimes.add((process.getProcessCpuTime() - processorNs) / answers / NS_PER_MICRO);
                    allocations.add((threads.getTotalThreadAllocatedBytes() - bytes) / answers);
                }
            }
        }
        figures.report(PortsSuite.oneInFlight(wire, kind), medians);
        figures.report(PortsSuite.manyInFlight(wire, kind), rates);
        figures.report(PortsSuite.processor(wire, kind), processorTimes);
        figures.report(PortsSuite.allocated(wire, kind), allocations);
    }
}
