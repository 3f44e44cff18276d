package io.millrace.remote;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyRunner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that serves a map of stock until it is killed; prints the address for TCP. */
final class StockProgram {

    private StockProgram() {}

    static TopologyBuilder topology(Durability durability) {
        return Topology.builder("stock")
                .channel(
                        "stock",
                        ChannelSpec.journal()
                                .withSegmentSize(1 << 16)
                                .withOwnership(Ownership.SHARED)
                                .withDurability(durability))
                .channel("audit", ChannelSpec.journal().withSegmentSize(1 << 16))
                .component(
                        "auditor",
                        ComponentSpec.of(StockAuditor.class)
                                .types(Take.class)
                                .reads("stock")
                                .writes("audit"));
    }

    static RunningTopology run(Path data, Durability durability) {
        return run(data, durability, InteractionsSpec.at(0, 0));
    }

    static RunningTopology run(Path data, Durability durability, InteractionsSpec section) {
        InteractionsSpec served = section.withServed("stock", StockService.class);
        RunningTopology running =
                TopologyRunner.open(topology(durability).section(served).build(), RunOptions.in(data));
        running.start();
        return running;
    }

    static String detail(RunningTopology running, String name) {
        return running.health().sections().get("interactions").details().get(name);
    }

    /** Starts a process that serves. */
    static Process start(Path data) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StockProgram.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Returns the address for TCP that a process has printed. */
    static String address(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null) {
            throw new AssertionError("the process has ended");
        }
        return line;
    }

    /**
     * Serves.
     *
     * @param arguments the directory of the channels
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (RunningTopology running = run(Path.of(arguments[0]), Durability.MAPPED)) {
            System.out.println(detail(running, "tcp"));
            System.out.flush();
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
