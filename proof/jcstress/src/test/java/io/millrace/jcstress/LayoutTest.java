package io.millrace.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.Multiplicity;
import io.millrace.concurrent.QueueBuilder;
import io.millrace.concurrent.Queues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fields that one side of a queue writes are 128 bytes away from those that the other side reads, from other
 * objects, and from fields that never change: in real virtual machines, with and without compact object headers.
 */
@Tag("process")
class LayoutTest {
    private static final int APART_BYTES = 128;
    private static final String PACKAGE = "io.millrace.concurrent.";

    /** The classes of a side's fields; fields of one class may be adjacent. */
    private static final Set<String> SIDES = Set.of("QueueProducers", "QueueConsumers", "CursorFields", "RegionClaims");

    private static final Set<String> PADDING =
            Set.of("Padding", "Cursor", "QueueFrontPadding", "QueueMiddlePadding", "QueueBackPadding", "RegionPadding");

    @TempDir
    Path folder;

    private record Field(String type, String host, String name, int start, int end) {}

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "-XX:-UseCompactObjectHeaders"})
    void theSidesLieApart(String headers) throws Exception {
        Set<String> types = new TreeSet<>(queueTypes());
        assertEquals(16, types.size(), "linked queues have their fields in cursors");
        types.add(PACKAGE + "Cursor");
        types.add(PACKAGE + "Region");
        List<Field> fields = new ArrayList<>();
        Set<String> sized = new TreeSet<>();
        for (String line : layouts(headers, types)) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("field")) {
                int start = Integer.parseInt(words[4]);
                fields.add(new Field(words[1], simple(words[2]), words[3], start, start + Integer.parseInt(words[5])));
            } else if (words[0].equals("size")) {
                sized.add(words[1]);
                // Other objects are regarded as fields that begin at the end of the object.
                int end = Integer.parseInt(words[2]);
                fields.add(new Field(words[1], "next object", "header", end, end));
                fields.add(new Field(words[1], "previous object", "end", 0, 0));
            }
        }
        assertEquals(types, sized);
        for (String type : types) {
            assertApart(
                    fields.stream().filter(field -> field.type().equals(type)).toList());
        }
    }

    private static void assertApart(List<Field> fields) {
        boolean sideSeen = false;
        for (Field side : fields) {
            if (!SIDES.contains(side.host())) {
                continue;
            }
            sideSeen = true;
            for (Field other : fields) {
                if (PADDING.contains(other.host()) || other.host().equals(side.host())) {
                    continue;
                }
                int gap = Math.max(other.start() - side.end(), side.start() - other.end());
                assertTrue(gap >= APART_BYTES, "gap=" + gap + " field=" + side + " other=" + other);
            }
        }
        assertTrue(sideSeen, fields.toString());
    }

    private static Set<String> queueTypes() {
        Set<String> types = new TreeSet<>();
        for (Multiplicity producers : Multiplicity.values()) {
            for (Multiplicity consumers : Multiplicity.values()) {
                QueueBuilder builder = Queues.producers(producers).consumers(consumers);
                types.add(builder.array(8).getClass().getName());
                types.add(builder.chunked(2, 8).getClass().getName());
                types.add(builder.growable(2, 8).getClass().getName());
                types.add(builder.unbounded(2).getClass().getName());
            }
        }
        return types;
    }

    private List<String> layouts(String headers, Set<String> types) throws Exception {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                headers,
                "-Djol.magicFieldOffset=true",
                "-cp",
                System.getProperty("java.class.path"),
                FieldOffsets.class.getName()));
        command.addAll(types);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertEquals(0, process.waitFor(), () -> "output=" + read(output));
        } finally {
            process.destroyForcibly().waitFor();
        }
        return Files.readAllLines(output);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
