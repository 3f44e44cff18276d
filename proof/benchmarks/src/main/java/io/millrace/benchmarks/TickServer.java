package io.millrace.benchmarks;

import io.millrace.harness.Server;
import io.millrace.net.HostPort;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A topology that answers each quote by an order, through three services. */
public final class TickServer implements Server {

    /** The data directory below that of the server. */
    static final String DATA = "data";

    /** The channel of quotes. */
    static final String TICKS = "ticks";

    /** Creates the server; its process calls this. */
    public TickServer() {}

    @Override
    public int start(Path directory, List<String> arguments) {
        for (String file : List.of(FixServers.DICTIONARY, FixServers.TICKS, "fix-ticks-topology.yaml")) {
            copy(file, directory.resolve(file));
        }
        RunningTopology run = TopologyRunner.open(
                Topology.load(directory.resolve("fix-ticks-topology.yaml")), RunOptions.in(directory.resolve(DATA)));
        run.start();
        return HostPort.parse(run.health().sections().get("fix").details().get("address"))
                .port();
    }

    private static void copy(String resource, Path file) {
        try (InputStream in = TickServer.class.getResourceAsStream(resource)) {
            Files.copy(in, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
