package io.millrace.journal;

/** The state of the reader of a {@link NamedPosition}. */
public sealed interface PositionState {

    /** Returns the index that the reader stored last, or {@link Index#NONE}. */
    long index();

    /** The reader has never stored a position. */
    record NeverRead() implements PositionState {
        @Override
        public long index() {
            return Index.NONE;
        }
    }

    /**
     * The reader is away for long and keeps no segment.
     *
     * @param index the index that it stored last, or {@link Index#NONE}
     */
    record Parked(long index) implements PositionState {}

    /**
     * The reader is at an index.
     *
     * @param index the index that it stored last, by convention of the last frame that was processed
     */
    record At(long index) implements PositionState {}
}
