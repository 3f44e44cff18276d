package io.millrace.prove.kafka;

import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The program of a run between the two topics. It prints {@code running}, and ends with its parent, which holds its
 * standard input. Arguments: the file of the topology, the directory of its data, the addresses of brokers.
 */
final class RunMain {
    /** What it prints once it runs. */
    static final String RUNNING = "running";

    private RunMain() {}

    public static void main(String[] arguments) throws Exception {
        Thread.ofPlatform().daemon().name("parent-watch").start(RunMain::endWithParent);
        RunOptions options = RunOptions.in(Path.of(arguments[1])).withParameters(Map.of("servers", arguments[2]));
        try (RunningTopology running = TopologyRunner.open(Topology.load(Path.of(arguments[0])), options)) {
            running.start();
            System.out.println(RUNNING);
            System.out.flush();
            running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private static void endWithParent() {
        try {
            int read = System.in.read();
            while (read >= 0) {
                read = System.in.read();
            }
        } catch (IOException e) {
            // the pipe is gone, and so is the parent
        }
        Runtime.getRuntime().halt(1);
    }
}
