package io.millrace.wire;

import java.util.List;

/** Decodes a union type: the number of the writer's member + 1, then the member. */
final class UnionDecoder implements ValueDecoder {
    private final UnionType written;
    private final List<NamedType> types;
    private final ValueDecoder[] decoders;
    private final String declared;

    /**
     * Creates a decoder.
     *
     * @param written the writer's union type
     * @param types the writer's named types
     * @param decoders one for each of the writer's members, null if the reader does not have it
     * @param declared the name of the reader's union type
     */
    UnionDecoder(UnionType written, List<NamedType> types, ValueDecoder[] decoders, String declared) {
        this.written = written;
        this.types = types;
        this.decoders = decoders;
        this.declared = declared;
    }

    @Override
    public Object read(BinaryInput in, Object reuse) {
        int at = in.offset();
        int number = in.readNumber(decoders.length, written.name());
        if (number < 0) {
            return null;
        }
        ValueDecoder decoder = decoders[number];
        if (decoder == null) {
            throw new WireTypeException(
                    "a type is neither a member of the union type nor on the allow-list; nothing was"
                            + " created value="
                            + ValueSkipper.name(written.members().get(number), types) + " declared=" + declared
                            + " offset=" + at);
        }
        if (decoder instanceof MessageDecoder message) {
            in.enter();
            Object value = message.readFields(in, reuse);
            in.leave();
            return value;
        }
        Object value = decoder.read(in, null);
        if (value == null) {
            throw new WireFormatException("a member of a union type is null declared=" + declared + " offset=" + at);
        }
        return value;
    }
}
