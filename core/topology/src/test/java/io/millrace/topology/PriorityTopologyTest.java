package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriorityTopologyTest {

    private static final Path FILE = Path.of("src/test/data/priority.yaml");
    private static final ChannelOptions SHARED =
            ChannelOptions.defaults().withJournal(JournalOptions.defaults().withOwnership(Ownership.SHARED));

    @TempDir
    Path data;

    @Test
    void cancellationsOvertakeOrdersThatWait() {
        try (Channel orders = Channel.journal("orders", data.resolve("orders"), SHARED);
                Channel cancels = Channel.journal("cancels", data.resolve("cancels"), SHARED);
                ChannelWriter order = orders.writer();
                ChannelWriter cancel = cancels.writer()) {
            for (long number = 1; number <= 3; number++) {
                order.as(Numbers.class).number(number);
            }
            cancel.as(Sums.class).sum("cancel", 3);
        }
        try (RunningTopology running = TopologyRunner.open(Topology.load(FILE), RunOptions.in(data))) {
            running.start();
            Await.until("there are four trades", () -> {
                assertTrue(running.failure().isEmpty(), () -> running.failure().toString());
                return running.journals().get("trades").journal().orElseThrow().messages() >= 4;
            });
        }
        try (Channel trades = Channel.readOnly(data.resolve("trades"))) {
            List<String> calls = Flow.calls(trades).stream()
                    .map(call -> call.replaceAll("(?s)number: (\\S+).*", "$1"))
                    .toList();
            assertEquals(List.of("-3", "1", "2", "3"), calls);
        }
    }

    @Test
    void theFileAndTheBuilderGiveTheSameAndAChannelThatIsNotReadIsAnError() throws IOException {
        ComponentSpec matcher =
                ComponentSpec.of(Matcher.class).reads("orders", "cancels").writes("trades");
        assertEquals(
                matcher.priority("cancels"), Topology.load(FILE).components().get("matcher"));
        Path wrong = Files.writeString(
                data.resolve("wrong.yaml"),
                Files.readString(FILE).replace("priority: [cancels]", "priority: [cancel]"));
        String message = assertThrows(
                        TopologyException.class,
                        () -> TopologyRunner.open(Topology.load(wrong), RunOptions.in(data.resolve("data"))))
                .getMessage();
        assertTrue(message.contains("which it does not read; did you mean cancels?"), message);
    }
}
