package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.map.KeyHash;
import io.millrace.map.MapOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a process of {@link MapWorker} begins, which a file beside the map says.
 *
 * @param start the number of the first change
 * @param flaw what is wrong with the map
 */
record MapWork(long start, MapFlaw flaw) {

    /** After so many changes what was done is synced. */
    static final int SYNC_EVERY = 24;

    /** After so many changes the map is closed and opened again. */
    static final int OPEN_EVERY = 600;

    private static Path file(Path scratch) {
        return scratch.resolve("work");
    }

    void write(Path scratch) throws IOException {
        Files.write(file(scratch), List.of(Long.toString(start), flaw.name()));
    }

    static MapWork read(Path scratch) throws IOException {
        List<String> lines = Files.readAllLines(file(scratch));
        return new MapWork(Long.parseLong(lines.get(0)), MapFlaw.valueOf(lines.get(1)));
    }

    /** Returns how the maps of a seed are opened. */
    static MapOptions options(long seed, Durability durability) {
        return MapOptions.defaults()
                .withSegmentSizeBytes(1 << 16)
                .withDurability(durability)
                .withKeyHash((seed & 1) == 0 ? KeyHash.SIP : KeyHash.WYHASH);
    }
}
