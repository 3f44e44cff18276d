package io.millrace.topology;

import static io.millrace.topology.CutGraph.CHANNELS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.JournalId;
import io.millrace.leaks.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cut of a spare against the largest one, computed from the other end, on random graphs of channels. */
@Tag("proof")
class ConsistentCutTest {

    @TempDir
    private Path directory;

    private static Map<String, Integer> of(CutGraph graph, ConsistentCut cut) {
        Map<String, Integer> items = new LinkedHashMap<>();
        CHANNELS.forEach(name -> items.put(name, graph.below(name, cut.boundary(name))));
        return items;
    }

    private static ConsistentCut advanced(Path spare, Map<JournalId, Long> stored) {
        ConsistentCut cut = new ConsistentCut(spare, CHANNELS, stored);
        cut.advance();
        return cut;
    }

    @Test
    void itIsTheLargestOneHoweverTheChannelsAreMadeOfEachOther() throws IOException {
        int rounds = Lane.rounds(100);
        for (int round = 0; round < rounds; round++) {
            long seed = new Random().nextLong();
            Path place = directory.resolve(Integer.toString(round));
            try {
                compare(place, new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
            deleteAll(place);
        }
    }

    private static void compare(Path place, Random random) throws IOException {
        Path spare = Files.createDirectories(place.resolve("spare"));
        ConsistentCut cut = null;
        try (CutGraph graph = new CutGraph(place.resolve("host"), spare, random);
                CutFile file = new CutFile(spare)) {
            cut = advanced(spare, Map.of());
            for (int round = 0; round < 12; round++) {
                for (int i = random.nextInt(12); i > 0; i--) {
                    graph.step();
                }
                graph.copy(round == 11);
                Map<String, Long> before = new LinkedHashMap<>();
                for (String name : CHANNELS) {
                    before.put(name, cut.boundary(name));
                    cut.note(name);
                }
                boolean hasMore = true;
                while (hasMore) {
                    hasMore = cut.advance(1 + random.nextInt(8));
                }
                for (String name : CHANNELS) {
                    assertTrue(cut.boundary(name) >= before.get(name), "it only rises");
                }
                assertEquals(graph.largest(), of(graph, cut), cut::awaited);
                cut = round == 11 ? cut : disturb(graph, file, spare, cut, random);
            }
            Map<String, Integer> everything = of(graph, cut);
            assertEquals("", cut.awaited(), "nothing waits once everything is there " + everything);
        } finally {
            if (cut != null) {
                cut.close();
            }
        }
    }

    /** Stops the walk and continues from the file at random, with a file that is torn or wrong, or with a copy cut. */
    private static ConsistentCut disturb(CutGraph graph, CutFile file, Path spare, ConsistentCut cut, Random random)
            throws IOException {
        int what = random.nextInt(8);
        if (what > 3) {
            return cut;
        }
        Map<JournalId, Long> boundaries = cut.boundaries();
        String name = CHANNELS.get(random.nextInt(CHANNELS.size()));
        file.write(boundaries);
        assertEquals(Optional.of(boundaries), file.read());
        boolean isWrong = false;
        if (what == 1) {
            Path path = spare.resolve("cut");
            byte[] bytes = Files.readAllBytes(path);
            bytes[random.nextInt(16 + 24 * boundaries.size())] ^= (byte) (1 << random.nextInt(8));
            file.close();
            Files.write(path, bytes);
            assertEquals(Optional.empty(), file.read());
        } else if (what == 2 && !boundaries.isEmpty()) {
            JournalId one = boundaries.keySet().iterator().next();
            boundaries.merge(one, 1L, Long::sum); // where no record begins
            file.write(boundaries);
            isWrong = true;
        } else if (what == 3) {
            isWrong = graph.cutBelow(name, cut.boundary(name));
        }
        cut.close();
        ConsistentCut again = advanced(spare, file.read().orElse(Map.of()));
        try {
            assertEquals(!isWrong, again.isContinued(), "disturbance=" + what);
            assertEquals(graph.largest(), of(graph, again), "disturbance=" + what);
            return again;
        } catch (AssertionError e) {
            again.close();
            throw e;
        }
    }

    @Test
    void aFileOfAnotherVersionOrOfNoLengthIsNone() throws IOException {
        try (CutFile file = new CutFile(directory)) {
            assertEquals(Optional.empty(), file.read());
            file.write(Map.of());
            file.force();
            assertEquals(Optional.of(Map.of()), file.read());
            file.write(Map.of(new JournalId(1, 2), 3L, new JournalId(4, 5), 6L));
            file.write(Map.of(new JournalId(1, 2), 7L));
            assertEquals(Optional.of(Map.of(new JournalId(1, 2), 7L)), file.read(), "the rest is ignored");
            byte[] bytes = Files.readAllBytes(directory.resolve("cut"));
            assertEquals(16 + 2 * 24, bytes.length);
            file.delete();
            assertFalse(Files.exists(directory.resolve("cut")));
            for (int length = 0; length < 40; length++) {
                Files.write(directory.resolve("cut"), Arrays.copyOf(bytes, length));
                assertEquals(Optional.empty(), file.read(), "length=" + length);
            }
        }
    }

    private static void deleteAll(Path place) throws IOException {
        try (Stream<Path> paths = Files.walk(place)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
