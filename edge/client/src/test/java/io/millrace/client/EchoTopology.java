package io.millrace.client;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.clients.ClientsSpec;
import io.millrace.clients.TcpSpec;
import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A topology that answers orders with prices, in this process or in one of its own. */
final class EchoTopology {

    private EchoTopology() {}

    static RunningTopology start(Path data, ClientsSpec clients) {
        ChannelSpec small = ChannelSpec.journal().withSegmentSize(1 << 16);
        Topology topology = Topology.builder("echo")
                .channel("orders", small.withOwnership(Ownership.SHARED).withDurability(Durability.SYNCED))
                .channel("prices", small)
                .component("echo", ComponentSpec.of(Echo.class).reads("orders").writes("prices"))
                .section(clients)
                .build();
        RunningTopology running = TopologyRunner.open(topology, RunOptions.in(data));
        running.start();
        return running;
    }

    static RunningTopology start(Path data) {
        return start(data, clients(0, 0));
    }

    static ClientsSpec clients(int port, int tcpPort) {
        return ClientsSpec.at(port)
                .withTcp(TcpSpec.at(tcpPort))
                .withFollow("prices")
                .withAppend("orders");
    }

    static String detail(RunningTopology running, String name) {
        return running.health().sections().get("clients").details().get(name);
    }

    /** Returns the arguments of all calls in a channel. */
    static List<String> calls(Path data, String channel) {
        List<String> calls = new ArrayList<>();
        try (Channel read = Channel.readOnly(data.resolve(channel));
                ChannelCursor cursor = read.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.schema().methodName() + cursor.json());
                }
            }
        }
        return calls;
    }

    /** Runs until the process is killed: data directory and ports. */
    public static void main(String[] arguments) throws InterruptedException {
        try (RunningTopology running =
                start(Path.of(arguments[0]), clients(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])))) {
            System.out.println("clients: " + detail(running, "address") + " tcp://" + detail(running, "tcpAddress"));
            Thread.currentThread().join();
        }
    }
}
