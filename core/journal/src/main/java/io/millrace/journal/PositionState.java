package io.millrace.journal;

/** Where the reader of a {@link NamedPosition} is. */
public sealed interface PositionState {

    /** Returns what the reader stored last, or {@link Index#NONE}. */
    long index();

    /** The reader has never stored a position. */
    record NeverRead() implements PositionState {
        @Override
        public long index() {
            return Index.NONE;
        }
    }

    /**
     * The reader is away for long and holds nothing back.
     *
     * @param index what it stored last, or {@link Index#NONE}
     */
    record Parked(long index) implements PositionState {}

    /**
     * The reader has come so far.
     *
     * @param index what it stored last, by convention the last frame that was dealt with
     */
    record At(long index) implements PositionState {}
}
