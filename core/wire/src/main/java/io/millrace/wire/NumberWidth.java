package io.millrace.wire;

/** How scalars are encoded. Everything else, such as counts and nulls, is the same with both widths. */
enum NumberWidth {
    /** Numbers as varints, as in BINARY. */
    VARIABLE {
        @Override
        void write(BinaryOutput out, ScalarKind kind, Object value) {
            Scalars.write(out, kind, value);
        }

        @Override
        Object read(BinaryInput in, ScalarKind kind, Object reuse) {
            return Scalars.read(in, kind, reuse);
        }
    },
    /** Numbers and times with a fixed width, as in RAW. */
    FIXED {
        @Override
        void write(BinaryOutput out, ScalarKind kind, Object value) {
            RawScalars.write(out, kind, value);
        }

        @Override
        Object read(BinaryInput in, ScalarKind kind, Object reuse) {
            return RawScalars.read(in, kind, reuse);
        }
    };

    /** Writes a value that is not null; throws {@link ClassCastException} if it is of another kind. */
    abstract void write(BinaryOutput out, ScalarKind kind, Object value);

    /** Reads a value; returns null only for strings and byte arrays, whose encoding includes null. */
    abstract Object read(BinaryInput in, ScalarKind kind, Object reuse);
}
