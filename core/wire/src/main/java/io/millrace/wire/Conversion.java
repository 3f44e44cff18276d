package io.millrace.wire;

/** Converts messages of one schema from one format to another, without any class of the application. One thread at a time. */
public final class Conversion {
    private static final int INITIAL = 512;

    private final Transcoder from;
    private final Transcoder to;
    private final BinaryOutput binary = BinaryOutput.allocate(INITIAL);
    private final BinaryInput written = new BinaryInput();

    private Conversion(Transcoder from, Transcoder to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Converts messages of a schema. Unknown keys in text are refused.
     *
     * @param schema the schema of the messages
     * @param from what they are
     * @param to what they become
     * @throws WireTypeException where one of the formats cannot hold messages of this schema
     */
    public static Conversion of(Schema schema, WireFormat from, WireFormat to) {
        return new Conversion(Transcoders.of(from, schema), Transcoders.of(to, schema));
    }

    /**
     * Reads one message and writes it.
     *
     * @param in the message and nothing else
     * @param out where to
     * @throws WireException where it is not one message of the schema in the first format
     */
    public void convert(BinaryInput in, BinaryOutput out) {
        binary.reset();
        from.toBinary(in, binary);
        to.fromBinary(written.wrap(binary.segment(), binary.start(), binary.length()), out);
    }
}
