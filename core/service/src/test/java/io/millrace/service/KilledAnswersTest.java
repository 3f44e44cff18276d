package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class KilledAnswersTest {

    private static final int KILLS = 3;
    private static final int LONGEST_LIFE_MS = 400;

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(longs = {0, 50})
    @ExpectedLog(value = "an error was recorded", occurs = Occurrence.PERHAPS)
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void afterKillsEachCallWasMadeOnceAndItsAnswerIsKnown(long snapshotEvery) throws IOException, InterruptedException {
        Random random = new Random();
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = start(snapshotEvery);
            try (BufferedReader said = process.inputReader()) {
                assertEquals("running", said.readLine());
                Thread.sleep(random.nextInt(LONGEST_LIFE_MS));
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        try (StockShop shop = new StockShop(root, snapshotEvery, UnaryOperator.identity())) {
            Map<String, Long> numbers = KilledShop.lastNumbers(shop);
            shop.settle();
            Map<String, String> answers = new HashMap<>();
            for (String answer : shop.answers()) {
                String call = answer.substring(0, answer.indexOf(' '));
                assertTrue(answers.put(call, answer.substring(call.length() + 1)) == null, answer);
            }
            int calls = answers.size();
            long taken = answers.values().stream()
                    .filter(answer -> answer.startsWith("VALUE"))
                    .count();
            assertTrue(taken > 0, "no call was made");
            numbers.forEach((client, last) -> {
                for (long number = 2; number <= last; number++) {
                    String found = shop.find(client, number);
                    String recorded = answers.get(client + "#" + number);
                    boolean isInWindow = number > last - 1024;
                    assertEquals(isInWindow ? recorded : "FORGOTTEN", found, client + "#" + number);
                }
                shop.call(client, last, "take", "[\"nut\", 1]");
                shop.call(client, Math.max(1, last - 5), "take", "[\"nut\", 1]");
            });
            shop.settle();
            assertEquals(calls, shop.answers().size(), "a repeat was made again");
            long stock = (long) KilledShop.STOCK * numbers.size();
            assertEquals("VALUE left: " + (stock - taken), shop.query("left", "\"nut\""));
        }
    }

    private Process start(long snapshotEvery) throws IOException {
        return JavaCommand.of(KilledShop.class, root.toString(), Long.toString(snapshotEvery))
                .builder()
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
