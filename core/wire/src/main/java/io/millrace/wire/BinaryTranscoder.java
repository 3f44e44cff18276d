package io.millrace.wire;

/** Copies messages in BINARY and validates them by the schema. */
final class BinaryTranscoder implements Transcoder {
    private final Schema schema;

    BinaryTranscoder(Schema schema) {
        this.schema = schema;
    }

    @Override
    public void fromBinary(BinaryInput in, BinaryOutput out) {
        int start = in.offset();
        ValueSkipper.skipRoot(in, schema);
        int length = in.offset() - start;
        in.rewind(start);
        long from = in.take(length);
        long to = out.take(length);
        MemoryAccess.copy(in.segment(), from, out.segment(), to, length);
    }

    @Override
    public void toBinary(BinaryInput in, BinaryOutput out) {
        fromBinary(in, out);
        in.expectEnd();
    }
}
