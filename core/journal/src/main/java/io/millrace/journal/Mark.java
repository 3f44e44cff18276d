package io.millrace.journal;

/**
 * Up to where the frames of a journal are acknowledged: held by as many machines as its source asks for. Readers of
 * copies stop there, because what follows may still be lost with the source, and be replaced by other frames.
 *
 * @param boundary every frame with a lower index is acknowledged; {@link Index#NONE} if nothing is
 * @param certain every frame with a lower index is held by as many machines as were asked for. It is lower than {@code
 *     boundary} where copies were missing for too long: the source alone may hold what is in between
 */
public record Mark(long boundary, long certain) {

    /** No frame is acknowledged, as far as this member knows. */
    public static final Mark NONE = new Mark(Index.NONE, Index.NONE);

    /** Checks the order. */
    public Mark {
        if (certain > boundary) {
            throw new JournalException("certain part of a mark is after the mark certain=" + Index.toText(certain)
                    + " boundary=" + Index.toText(boundary));
        }
    }

    /** Returns a mark that is held as asked. */
    public static Mark asAsked(long boundary) {
        return new Mark(boundary, boundary);
    }

    static Mark of(TableRecord record) {
        return record.read() ? new Mark(record.first(), Math.min(record.first(), record.second())) : NONE;
    }

    /** Returns whether the source alone may hold a part of it. */
    public boolean isDegraded() {
        return certain < boundary;
    }

    /** Returns whether a frame is acknowledged. */
    public boolean covers(long index) {
        return index < boundary;
    }

    /** Returns the mark of which both parts are the higher ones. */
    Mark raisedTo(Mark other) {
        return new Mark(Math.max(boundary, other.boundary), Math.max(certain, other.certain));
    }

    /** Returns the part of it before a boundary. */
    Mark upTo(long until) {
        return new Mark(Math.min(boundary, until), Math.min(certain, until));
    }
}
