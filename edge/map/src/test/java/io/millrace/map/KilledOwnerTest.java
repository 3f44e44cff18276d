package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Lane;
import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An owner that is killed anywhere leaves all changes that had returned, and of the next one all or nothing; a reader
 * in another process sees each change that has returned, and no part of a batch, while the owner lives and after.
 */
@Tag("process")
@Tag("proof")
class KilledOwnerTest {

    @TempDir
    Path scratch;

    private final Map<String, Long> model = new HashMap<>();
    private long done;

    @Test
    void whatReturnedSurvives() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        Path dir = scratch.resolve("map");
        Path file = Files.write(scratch.resolve("counter"), new byte[MapWriter.COUNTER_BYTES]);
        try (MappedFile counter = MappedFile.open(file, Access.READ_WRITE, 0, MapWriter.COUNTER_BYTES)) {
            for (int round = 0; round < Lane.rounds(5); round++) {
                runAndKill(dir, counter, random);
                check(dir, Memory.getLongAcquire(counter.segment(), 0), seed);
            }
        }
        assertTrue(done > 0, "steps were made");
    }

    private void runAndKill(Path dir, MappedFile counter, Random random) throws Exception {
        long until = done + 1 + random.nextInt(3_000);
        JavaCommand command = JavaCommand.of(
                MapWriter.class.getName(), dir.toString(), counter.file().toString(), Long.toString(done + 1));
        try (TestProcess writer = TestProcess.start(scratch, command.builder())) {
            Await.until("the owner makes a step", () -> {
                assertTrue(writer.isAlive(), writer::errors);
                return Memory.getLongAcquire(counter.segment(), 0) > done;
            });
            try (PersistentMap<String, Long> reader =
                    PersistentMap.openReadOnly(dir, String.class, Long.class, MapWriter.options())) {
                while (Memory.getLongAcquire(counter.segment(), 0) < until) {
                    assertTrue(writer.isAlive(), writer::errors);
                    look(reader, counter);
                }
                writer.kill();
                look(reader, counter);
            }
        }
    }

    private static void look(PersistentMap<String, Long> reader, MappedFile counter) {
        long returned = Memory.getLongAcquire(counter.segment(), 0);
        if (returned % 5 == 0) {
            assertTrue(reader.get("a") >= returned, "a batch that has returned is seen");
        } else {
            Long value = reader.get("k" + returned % 100);
            assertTrue(value == null ? reader.get("a") > returned : value >= returned, "a put that returned is seen");
        }
        Long first = reader.get("a");
        Long second = reader.get("b");
        Long third = reader.get("c");
        assertTrue(first == null || (first <= second && second <= third), "batches are seen whole");
        Map<String, Long> snapshot = new HashMap<>();
        reader.forEach(snapshot::put);
        assertEquals(snapshot.get("a"), snapshot.get("b"));
        assertEquals(snapshot.get("a"), snapshot.get("c"));
    }

    /** Checks the state after a kill against the model, with or without the step that was under way. */
    private void check(Path dir, long returned, long seed) {
        Map<String, Long> found = new HashMap<>();
        try (PersistentMap<String, Long> map =
                PersistentMap.openReadOnly(dir, String.class, Long.class, MapWriter.options())) {
            map.forEach(found::put);
        }
        while (done < returned) {
            MapWriter.step(model, ++done);
        }
        if (!model.equals(found)) {
            MapWriter.step(model, ++done);
        }
        assertEquals(model, found, () -> "seed=" + seed + " returned=" + returned);
        try (PersistentMap<String, Long> map = PersistentMap.open(dir, String.class, Long.class, MapWriter.options())) {
            Map<String, Long> owned = new HashMap<>();
            map.forEach(owned::put);
            assertEquals(model, owned);
            assertNull(map.get("none"));
        }
    }
}
