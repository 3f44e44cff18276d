package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spare is promoted though the machine of its host neither answers nor refuses a connection. */
@Tag("alone")
class SilentHostTest {

    private static final int TICKS = 2_000;

    @TempDir
    private Path directory;

    private RunOptions options(String name, String machine) {
        return RunOptions.in(directory.resolve(machine))
                .withHost(name)
                .withParameters(Map.of("limit", Integer.toString(TICKS)))
                .withNotices(_ -> {});
    }

    private static Topology topology(int port) {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", HostSpec.at("127.0.0.1:" + port).withReplicas("s"))
                .host("s", HostSpec.at("127.0.0.1:" + FreePorts.next()))
                .channel("ticks", TestHosts.channel())
                .channel("sums", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .component(
                        "sum",
                        ComponentSpec.of(TickSum.class)
                                .reads("ticks")
                                .writes("sums")
                                .onHost("a"))
                .build();
    }

    /** Connects until the system takes no further connection for a server that accepts none. */
    private static void fill(InetSocketAddress address, List<Socket> sockets) throws IOException {
        while (true) {
            Socket socket = new Socket();
            sockets.add(socket);
            try {
                socket.connect(address, 300);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
    }

    @Test
    void aPromotionWaitsLittleForASilentMachine() throws Exception {
        int port = FreePorts.next();
        Topology topology = topology(port);
        try (SpareRun spare = SpareRun.open(topology, options("s", "s"));
                RunningTopology running = TopologyRunner.open(topology, options("a", "a"))) {
            TestHosts.await(
                    spare,
                    "the spare is complete",
                    () -> HostStatus.ask(topology, "s").spare().equals(HostStatus.COMPLETE));
            running.start();
        }
        List<Socket> sockets = new ArrayList<>();
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            fill(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), sockets);
            long sinceNs = System.nanoTime();
            new HostTakeover(topology, "a", directory.resolve("s"), _ -> {}, _ -> {})
                    .promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
            try (RunningTopology running = TopologyRunner.open(topology, options("a", "s"))) {
                long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNs);
                System.out.println("promoted and opened after ms=" + ms);
                assertTrue(ms < 5_000, () -> "it takes " + ms + " ms");
                running.start();
                assertEquals(RunEnd.ENDED, running.await(), () -> "failure=" + running.failure());
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
