package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.topology.RunEnd;
import io.millrace.topology.RunningTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower is held back while a range is asked for, so that an answer shows exactly what came before it. */
class RangeQueryTest {

    private static final int SYMBOLS = 7;
    private static final int RANGES = 60;

    private static final Pattern MESSAGE =
            Pattern.compile("\\{'as':1,'position':'([^']*)'.*'arguments':\\{'symbol':'([^']*)','quantity':([0-9]+)}}");

    private static final Pattern ROW = Pattern.compile("\\{'symbol':'([^']*)','quantity':([0-9]+)}");

    @TempDir
    private Path data;

    /** What a follower has learned from messages: the sums, and how many messages there were. */
    private static final class Seen {

        private final Map<String, Long> sums = new TreeMap<>();
        private final Map<String, Long> positions = new TreeMap<>();
        private long messages;

        private void take(Matcher message) {
            messages++;
            positions.merge(message.group(1), 1L, Long::sum);
            sums.merge(message.group(2), Long.valueOf(message.group(3)), Long::sum);
        }
    }

    private static Map<String, Long> rows(String answer) {
        Map<String, Long> rows = new TreeMap<>();
        Matcher row = ROW.matcher(answer);
        while (row.find()) {
            rows.put(row.group(1), Long.valueOf(row.group(2)));
        }
        return rows;
    }

    /** Appends orders one after the other until it is told to stop; returns how many. */
    private static Callable<Integer> placing(String tcp, AtomicBoolean isEnding) {
        return () -> {
            try (TcpTestClient client = TcpTestClient.connect(tcp)) {
                client.ask("{'request':'hello'}");
                int number = 0;
                while (!isEnding.get()) {
                    number++;
                    String order = "{'symbol':'S" + number % SYMBOLS + "','quantity':" + (1 + number % 100) + "}";
                    String appended = client.ask("{'request':'append','channel':'placing','number':" + number
                            + ",'method':'place','arguments':" + order + "}");
                    assertTrue(appended.contains("'appended':" + number), appended);
                }
                return number;
            }
        };
    }

    /** Reads messages up to an answer, which it returns. */
    private static String answer(TcpTestClient client, int query, Seen seen) throws IOException {
        while (true) {
            String text = client.next();
            Matcher message = MESSAGE.matcher(text);
            if (!message.matches()) {
                assertTrue(text.startsWith("{'query':" + query + ","), text);
                return text;
            }
            seen.take(message);
        }
    }

    @Test
    void aRangeShowsExactlyWhatTheMessagesBeforeItHaveLedTo() throws Exception {
        AtomicBoolean isEnding = new AtomicBoolean();
        try (RunningTopology running = EchoTopology.start(
                data,
                ClientsSpec.at(0).withFollow("placed").withAppend("placing").withTcp(TcpSpec.at(0)))) {
            String tcp = running.health().sections().get("clients").details().get("tcpAddress");
            FutureTask<Integer> placing = new FutureTask<>(placing(tcp, isEnding));
            Thread thread = Thread.ofPlatform().start(placing);
            Seen seen = new Seen();
            try (TcpTestClient client = TcpTestClient.connect(tcp)) {
                assertTrue(client.ask("{'request':'follow','channel':'placed','as':1,'first':'OLDEST'}")
                        .startsWith("{'as':1,'following'"));
                long before = -1;
                for (int query = 1; query <= RANGES; query++) {
                    while (seen.messages == before) { // something changes between two ranges
                        Matcher message = MESSAGE.matcher(client.next());
                        assertTrue(message.matches());
                        seen.take(message);
                    }
                    before = seen.messages;
                    client.send("{'request':'query','query':" + query
                            + ",'as':1,'channel':'placing','method':'sums','arguments':{'most':100}}");
                    String answer = answer(client, query, seen);
                    assertEquals(seen.sums, rows(answer), answer);
                }
                isEnding.set(true);
                int all = placing.get();
                while (seen.messages < all) {
                    Matcher message = MESSAGE.matcher(client.next());
                    assertTrue(message.matches());
                    seen.take(message);
                }
                client.send("{'request':'query','query':0,'as':1,'channel':'placing','method':'sums',"
                        + "'arguments':{'most':100}}");
                assertEquals(seen.sums, rows(answer(client, 0, seen)));
                assertEquals(all, seen.messages, "none lost");
                assertEquals(all, seen.positions.size(), "none twice");
            } finally {
                isEnding.set(true);
                thread.join();
            }
            assertEquals(RunEnd.RUNNING, running.end());
        }
    }
}
