package io.millrace.wire;

import java.util.List;

/** Reads a family: the number of the writer's member + 1, then the member. */
final class FamilyDecoder implements ValueDecoder {
    private final FamilyType written;
    private final List<NamedType> types;
    private final ValueDecoder[] decoders;
    private final String declared;

    /**
     * For a family.
     *
     * @param written the family as it was written
     * @param types the writer's named types
     * @param decoders one for each of the writer's members, null for those that the reader does not have
     * @param declared the name of the reader's family
     */
    FamilyDecoder(FamilyType written, List<NamedType> types, ValueDecoder[] decoders, String declared) {
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
            throw new WireTypeException("a type is neither a member of the family nor on the allow-list; nothing was"
                    + " created value=" + Skipping.name(written.members().get(number), types) + " declared=" + declared
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
            throw new WireFormatException("a member of a family is null declared=" + declared + " offset=" + at);
        }
        return value;
    }
}
