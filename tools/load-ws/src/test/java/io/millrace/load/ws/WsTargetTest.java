package io.millrace.load.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.clients.ClientsSpec;
import io.millrace.journal.Ownership;
import io.millrace.load.GivenOperation;
import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Parameter;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import io.millrace.load.TargetSession;
import io.millrace.load.Template;
import io.millrace.load.ValueKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WsTargetTest {
    private static final List<Parameter> PARAMETERS = List.of(new Parameter("id", ValueKind.INTEGER));

    @TempDir
    private Path data;

    private RunningTopology start() {
        ChannelSpec journal = ChannelSpec.journal().withSegmentSize(1 << 16);
        RunningTopology running = TopologyRunner.open(
                Topology.builder("orders")
                        .channel("orders", journal.withOwnership(Ownership.SHARED))
                        .channel("taken", journal)
                        .component(
                                "taker",
                                ComponentSpec.of(OrderTaker.class)
                                        .reads("orders")
                                        .writes("taken"))
                        .section(ClientsSpec.at(0).withAppend("orders"))
                        .build(),
                RunOptions.in(data));
        running.start();
        return running;
    }

    private static Target target(String url, Map<String, String> values) {
        return new WsTargetProvider().target(new TargetOptions(url, values, 1));
    }

    private static OperationSpec operation(String method) {
        Map<String, Template> fields = Map.of(
                "channel", Template.parse("orders", PARAMETERS),
                "method", Template.parse(method, PARAMETERS),
                "arguments", Template.parse("{\"symbol\":\"A\",\"quantity\":${id}}", PARAMETERS));
        return new OperationSpec("op", 1, PARAMETERS, fields, "test.yaml:1:1");
    }

    private static Throwable issue(TargetSession session, GivenOperation operation) throws Exception {
        session.issue(operation);
        return operation.failure();
    }

    @Test
    void callsAreAppendedAndARefusalIsAFailure() throws Exception {
        try (RunningTopology running = start()) {
            String url = running.health()
                    .sections()
                    .get("clients")
                    .details()
                    .get("address")
                    .replace("http:", "ws:");
            try (Target target = target(url, Map.of());
                    TargetSession session = target.prepare(List.of(operation("order"), operation("ordre")))) {
                assertNull(issue(session, new GivenOperation(0, 7)));
                Throwable refused = issue(session, new GivenOperation(1, 8));
                assertTrue(refused.getMessage().contains("channel has no such call"), refused::toString);
                assertNull(issue(session, new GivenOperation(0, 9)));
            }
        }
        List<String> orders = new ArrayList<>();
        try (Channel channel = Channel.readOnly(data.resolve("orders"));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    orders.add(cursor.json());
                }
            }
        }
        assertEquals(List.of("[\"A\",7]", "[\"A\",9]"), orders);
    }

    @Test
    void whatIsWrongIsSaidBeforeTheRun() {
        LoadException nobody = assertThrows(
                LoadException.class,
                () -> target("ws://127.0.0.1:1", Map.of("timeout-ms", "200")).prepare(List.of(operation("order"))));
        assertTrue(nobody.getMessage().startsWith("cannot connect target=ws://127.0.0.1:1"), nobody.getMessage());
        LoadException wrong = assertThrows(LoadException.class, () -> target("ws:orders", Map.of()));
        assertEquals("target is not ws://HOST:PORT target=ws:orders", wrong.getMessage());
        OperationSpec bare = new OperationSpec("op", 1, PARAMETERS, Map.of(), "test.yaml:1:1");
        LoadException missing = assertThrows(
                LoadException.class, () -> target("ws://127.0.0.1:1", Map.of()).prepare(List.of(bare)));
        assertEquals("test.yaml:1:1: operation=op needs the field channel", missing.getMessage());
    }

    @Test
    void theTargetIsFoundByItsScheme() {
        assertEquals(
                1,
                ServiceLoader.load(TargetProvider.class).stream()
                        .filter(provider -> provider.type() == WsTargetProvider.class)
                        .count());
    }
}
