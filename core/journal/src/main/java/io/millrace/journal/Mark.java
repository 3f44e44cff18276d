package io.millrace.journal;

import java.util.Objects;

/**
 * Up to where the frames of a journal are acknowledged: held by as many machines as its source asks for. Readers of
 * copies stop there, because what follows may still be lost with the source, and be replaced by other frames.
 *
 * @param boundary every frame with a lower index is acknowledged; {@link Index#NONE} if nothing is
 * @param quality whether the machines that were asked for hold them
 */
public record Mark(long boundary, Quality quality) {

    /** No frame is acknowledged, as far as this member knows. */
    public static final Mark NONE = new Mark(Index.NONE, Quality.AS_ASKED);

    private static final long DEGRADED_FLAG = 1;

    /** What was waited for. */
    public enum Quality {
        /** As many copies as were asked for hold the frames. */
        AS_ASKED,
        /** Copies were missing for too long: the mark covers frames that the source alone may hold. */
        DEGRADED
    }

    /** Checks the components. */
    public Mark {
        Objects.requireNonNull(quality, "quality");
    }

    static Mark of(TableRecord record) {
        return record.read() ? new Mark(record.first(), quality(record.second())) : NONE;
    }

    private static Quality quality(long flags) {
        return (flags & DEGRADED_FLAG) == 0 ? Quality.AS_ASKED : Quality.DEGRADED;
    }

    /** Returns the flags that the table has for the quality. */
    long flags() {
        return quality == Quality.DEGRADED ? DEGRADED_FLAG : 0;
    }

    /** Returns whether a frame is acknowledged. */
    public boolean covers(long index) {
        return index < boundary;
    }
}
