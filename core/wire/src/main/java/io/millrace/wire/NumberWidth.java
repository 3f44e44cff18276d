package io.millrace.wire;

/** How single values lie in memory. All else, such as counts and what says null, is the same in both forms. */
enum NumberWidth {
    /** As BINARY has them: numbers as varints. */
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
    /** As RAW has them: numbers and times with a fixed width. */
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

    /** Writes a value that is not null; {@link ClassCastException} where it is of another kind. */
    abstract void write(BinaryOutput out, ScalarKind kind, Object value);

    /** Reads a value; null only for strings and byte arrays, which say so themselves. */
    abstract Object read(BinaryInput in, ScalarKind kind, Object reuse);
}
