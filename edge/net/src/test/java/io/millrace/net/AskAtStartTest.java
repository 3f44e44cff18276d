package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A command that has just begun asks a host once more where the first time took too long. */
class AskAtStartTest {

    private static final HostStatus STATUS = new HostStatus(
            "a", "a", "RUNNING", "", "", new LinkedHashMap<>(), new LinkedHashMap<>(), List.of(), List.of());

    private final AtomicInteger asked = new AtomicInteger();

    private static Topology topology(int port) {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", HostSpec.at("127.0.0.1:" + port))
                .channel("ticks", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .build();
    }

    /** Says nothing to those who ask first, as if the handshake had taken their time. */
    private void answer(Link link) {
        link.establish();
        RouteHeader.read(link);
        if (asked.incrementAndGet() > 1) {
            StatusMessage.write(link, STATUS);
        }
        assertThrows(NetException.class, () -> {
            while (link.read(ByteBuffer.allocate(1)) >= 0) {}
            throw new NetException("the other side has ended it");
        });
    }

    @Test
    void aHostThatIsAskedTooSlowlyIsAskedOnceMore() {
        LinkOptions options = LinkOptions.defaults().withErrorHandler(_ -> {});
        try (Listener listener = Listener.start(HostPort.parse("0"), options, this::answer)) {
            Topology topology = topology(listener.address().port());
            assertEquals("RUNNING", HostStatus.askAtStart(topology, "a", "a").state());
            assertEquals(2, asked.get());
        }
    }

    @Test
    void aHostThatIsAwayIsAskedOnce() {
        Topology topology = topology(FreePorts.next());
        TopologyException away = assertThrows(TopologyException.class, () -> HostStatus.askAtStart(topology, "a", "a"));
        assertTrue(away.getMessage().contains("Connection refused"), away.getMessage());
    }
}
