package io.millrace.journal;

import java.util.List;

/**
 * The result of retention.
 *
 * @param segments numbers of the segments that were removed, ascending
 * @param bytes size of their files; the disk gets it back when the last reader inside has left
 * @param heldBy the named positions because of which a segment that was due stayed, by name
 */
public record Removal(List<Long> segments, long bytes, List<String> heldBy) {

    static final Removal NOTHING = new Removal(List.of(), 0, List.of());

    /** Copies the lists. */
    public Removal {
        segments = List.copyOf(segments);
        heldBy = List.copyOf(heldBy);
    }
}
