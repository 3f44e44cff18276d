package io.millrace.topology;

import static io.millrace.topology.CutGraph.CHANNELS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.Lane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of a spare follow what it receives, in a thread of their own, and go back where a copy is cut. */
@Tag("proof")
class SpareCutTest {

    @TempDir
    private Path directory;

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    private static Map<String, Integer> of(CutGraph graph, SpareCut cut) {
        Map<String, Integer> items = new LinkedHashMap<>();
        CHANNELS.forEach(name -> items.put(name, graph.below(name, cut.limit(name))));
        return items;
    }

    private static void await(CutGraph graph, SpareCut cut) {
        Await.until(
                "the cut is the largest one",
                () -> graph.largest().equals(of(graph, cut)),
                () -> "largest=" + graph.largest() + " cut=" + of(graph, cut));
    }

    @Test
    void limitsFollowWhatIsReceivedAndGoBackWhereACopyIsCut() throws IOException {
        for (int round = 0; round < Lane.rounds(20); round++) {
            long seed = new Random().nextLong();
            Path place = directory.resolve(Integer.toString(round));
            try {
                follow(place, new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
        assertEquals(List.of(), errors);
    }

    private void follow(Path place, Random random) throws IOException {
        Path spare = Files.createDirectories(place.resolve("spare"));
        Map<String, Long> woken = new ConcurrentHashMap<>();
        try (CutGraph graph = new CutGraph(place.resolve("host"), spare, random);
                SpareCut cut = new SpareCut(spare, CHANNELS, errors::add)) {
            cut.open();
            cut.start(name -> woken.put(name, cut.limit(name)));
            for (int i = 0; i < 30; i++) {
                graph.step();
                graph.copy(false);
                CHANNELS.forEach(cut::received);
                if (random.nextInt(3) == 0) {
                    await(graph, cut);
                }
                if (random.nextInt(6) == 0) {
                    String name = CHANNELS.get(random.nextInt(CHANNELS.size()));
                    cutCopy(graph, cut, spare, name);
                }
            }
            await(graph, cut);
            for (String name : CHANNELS) {
                Await.until(
                        "channel " + name + " is woken",
                        () -> cut.limit(name) == 0 || woken.containsKey(name),
                        () -> "limit=" + cut.limit(name));
            }
            try (CutFile file = new CutFile(spare)) {
                Await.until(
                        "the cut is computed and stored again",
                        () -> !file.read().isEmpty());
            }
            assertEquals(
                    graph.largest().values().stream().toList(),
                    CHANNELS.stream()
                            .map(name -> graph.below(name, cut.limit(name)))
                            .toList());
        }
    }

    @Test
    void copiesStayAwayUntilWhatIsHeldHasBeenRead() throws IOException {
        Path spare = Files.createDirectories(directory.resolve("spare"));
        Map<String, Long> before = new LinkedHashMap<>();
        Set<String> woken = ConcurrentHashMap.newKeySet();
        try (CutGraph graph = new CutGraph(directory.resolve("host"), spare, new Random(1))) {
            fill(graph);
            try (SpareCut cut = new SpareCut(spare, CHANNELS, errors::add)) {
                cut.open();
                assertNull(cut.failure());
                CHANNELS.forEach(name -> before.put(name, cut.limit(name)));
            }
            Files.delete(spare.resolve("cut"));
            try (SpareCut cut = new SpareCut(spare, CHANNELS, errors::add)) {
                cut.open(0); // as if that took long
                assertTrue(cut.failure().contains("is read"), cut::failure);
                CHANNELS.forEach(name -> assertEquals(0, cut.limit(name)));
                cut.start(woken::add);
                Await.until(
                        "what is held has been read", () -> cut.failure() == null, () -> "failure=" + cut.failure());
                before.forEach((name, limit) -> assertTrue(cut.limit(name) >= limit, name));
                Await.until("all channels are woken", () -> woken.containsAll(CHANNELS), () -> "woken=" + woken);
            }
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void onlyWhatTheFileHasIsStored() throws IOException {
        Path spare = Files.createDirectories(directory.resolve("spare"));
        try (CutGraph graph = new CutGraph(directory.resolve("host"), spare, new Random(1));
                SpareCut cut = new SpareCut(spare, CHANNELS, errors::add)) {
            fill(graph);
            assertEquals(Optional.empty(), cut.stored());
            cut.open();
            Map<String, Long> stored = cut.stored().orElseThrow();
            CHANNELS.forEach(name -> assertEquals(cut.limit(name), stored.get(name), name));
            cut.cutting(CHANNELS.getFirst(), 0);
            assertEquals(Optional.empty(), cut.stored(), "the file is removed");
            cut.cut(CHANNELS.getFirst());
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void limitsRiseAgainAfterTheFileCouldNotBeRemoved() throws IOException {
        Path spare = Files.createDirectories(directory.resolve("spare"));
        Path file = spare.resolve("cut");
        try (CutGraph graph = new CutGraph(directory.resolve("host"), spare, new Random(1));
                SpareCut cut = new SpareCut(spare, CHANNELS, errors::add)) {
            fill(graph);
            cut.open();
            cut.start(_ -> {});
            String name = CHANNELS.getFirst();
            long limit = cut.limit(name);
            Files.delete(file);
            Files.createDirectories(file.resolve("obstacle"));
            assertThrows(UncheckedIOException.class, () -> cut.cutting(name, limit));
            Files.delete(file.resolve("obstacle"));
            Files.delete(file);
            fill(graph);
            CHANNELS.forEach(cut::received);
            await(graph, cut);
            assertTrue(cut.limit(name) > limit);
        }
    }

    @Test
    @ExpectedLog("cannot report an error of the cut of a spare")
    void limitsRiseAgainAfterAnErrorWhateverGetsIt() throws IOException {
        Path spare = Files.createDirectories(directory.resolve("spare"));
        Path file = Files.createDirectory(spare.resolve("cut"));
        try (CutGraph graph = new CutGraph(directory.resolve("host"), spare, new Random(1));
                SpareCut cut = new SpareCut(spare, CHANNELS, error -> {
                    throw new AssertionError("of a foreign program", error);
                })) {
            fill(graph);
            cut.open();
            cut.start(_ -> {});
            Await.until(
                    "the error is the failure of the cut",
                    () -> cut.failure().contains("cannot be read"),
                    () -> "failure=" + cut.failure());
            Files.delete(file);
            await(graph, cut);
            Await.until("the failure is over", () -> cut.failure() == null, () -> "failure=" + cut.failure());
        }
    }

    private static void fill(CutGraph graph) {
        for (int i = 0; i < 50; i++) {
            graph.step();
        }
        graph.copy(true);
    }

    private static void cutCopy(CutGraph graph, SpareCut cut, Path spare, String name) {
        OptionalLong at = graph.placeBelow(name, cut.limit(name));
        if (at.isPresent()) {
            cut.cutting(name, at.getAsLong());
            assertFalse(Files.exists(spare.resolve("cut")), "it is removed before the copy changes");
            assertTrue(cut.limit(name) <= at.getAsLong());
            graph.cut(name, at.getAsLong());
            assertTrue(cut.limit(name) <= at.getAsLong());
            cut.cut(name);
        }
    }
}
