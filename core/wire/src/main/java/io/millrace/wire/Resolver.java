package io.millrace.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Matches the writer's types with the reader's, and creates the decoders. It uses only classes that the reader's
 * declarations or the allow-list name; names in the writer's schema are compared, but never loaded. Types that do not
 * match are an error only when such a value is read, since there may never be one.
 */
final class Resolver {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_MESSAGES = 4_096;

    private final List<NamedType> written;
    private final Codecs codecs;
    private final WireTypes types;
    private final NumberWidth width;
    private final Map<Pair, MessageDecoder> messages = new HashMap<>();
    private int depth;

    private record Pair(Shape.Message shape, int number) {}

    Resolver(List<NamedType> written, Codecs codecs) {
        this(written, codecs, NumberWidth.VARIABLE);
    }

    Resolver(List<NamedType> written, Codecs codecs, NumberWidth width) {
        this.written = written;
        this.codecs = codecs;
        this.types = codecs.types();
        this.width = width;
    }

    /**
     * Returns a decoder.
     *
     * @param shape the declared type of the reader
     * @param type the written type
     * @param holder the form of the message that holds the value; for a record, values are new and immutable
     */
    ValueDecoder decoder(Shape shape, WireType type, MessageForm holder) {
        ValueDecoder found = switch (shape) {
            case Shape.Single single -> scalar(single, type, holder);
            case Shape.Converted converted -> {
                ValueDecoder decoder = new Decoders.OfConverted(
                        codecs.converter(converted.converter()), decoder(converted.wire(), type, MessageForm.RECORD));
                yield converted.raw().isPrimitive()
                        ? new Decoders.NonNull(decoder, converted.raw().getName())
                        : decoder;
            }
            case Shape.OptionalValue optional ->
                new Decoders.OfOptional(decoder(optional.value(), type, MessageForm.RECORD), optional.raw());
            case Shape.Sequence sequence -> sequence(sequence, type, holder);
            case Shape.Mapping map ->
                type instanceof MapType pairs
                        ? new Decoders.OfMap(
                                decoder(map.key(), pairs.key(), MessageForm.RECORD),
                                decoder(map.value(), pairs.value(), holder),
                                holder,
                                map.raw())
                        : null;
            case Shape.Enumeration constant -> constant(constant, type);
            case Shape.Message message ->
                type instanceof Reference reference && named(reference) instanceof MessageType
                        ? message(message, reference)
                        : null;
            case Shape.Union union -> union(union, type, holder);
        };
        return found != null
                ? found
                : new Decoders.OfMismatch(type, written, shape.raw().getTypeName());
    }

    private NamedType named(Reference reference) {
        return written.get(reference.number());
    }

    /** Returns a decoder that skips a field that the reader does not have. */
    ValueDecoder unknownField(String reader, Field field) {
        return codecs.observer() == null
                ? new Decoders.OfSkipped(field.type(), written)
                : new Decoders.OfReported(
                        reader, field, InstalledText.valueText(field.type(), written), codecs.observer());
    }

    private ValueDecoder scalar(Shape.Single single, WireType type, MessageForm holder) {
        if (!(type instanceof Scalar scalar)
                || (scalar.kind() != single.kind() && !Scalars.widens(scalar.kind(), single.kind()))) {
            return null;
        }
        if (single.kind() == ScalarKind.STRING && single.raw() != String.class && scalar.isNullable()) {
            return new Decoders.OfText(single.raw() == TextView.class ? MessageForm.CLASS : holder);
        }
        if (single.raw() == Bytes.class) {
            return new Decoders.OfBytes();
        }
        ValueDecoder decoder = new Decoders.OfScalar(scalar, single.kind(), width);
        return single.isPrimitive() && scalar.isNullable()
                ? new Decoders.NonNull(decoder, single.raw().getName())
                : decoder;
    }

    private ValueDecoder sequence(Shape.Sequence sequence, WireType type, MessageForm holder) {
        WireType element = switch (type) {
            case ListType list -> list.element();
            case SetType set -> set.element();
            case ArrayType array -> array.element();
            default -> null;
        };
        if (element == null) {
            return null;
        }
        Shape.Form form = sequence.form();
        if (form == Shape.Form.ARRAY
                && sequence.element() instanceof Shape.Single single
                && single.isPrimitive()
                && element instanceof Scalar scalar
                && scalar.kind() == single.kind()
                && !scalar.isNullable()) {
            return width == NumberWidth.FIXED
                    ? new RawArrays.Decoder(single.kind(), holder)
                    : new ArrayDecoders.OfPrimitives(single.kind(), holder);
        }
        ValueDecoder each = decoder(sequence.element(), element, holder);
        return switch (form) {
            case LIST -> new Decoders.OfList(each, holder, sequence.raw());
            case SET -> new Decoders.OfSet(each, holder, sequence.raw());
            case ARRAY -> new ArrayDecoders.OfElements(each, sequence.raw().getComponentType(), holder);
        };
    }

    private ValueDecoder constant(Shape.Enumeration constant, WireType type) {
        if (!(type instanceof Reference reference) || !(named(reference) instanceof EnumType constants)) {
            return null;
        }
        EnumModel model = EnumModel.of(constant.raw());
        List<Optional<Object>> matched =
                constants.constants().stream().map(model::constant).toList();
        Decoders.OfEnum known =
                new Decoders.OfEnum(constants, matched, constant.raw().getName());
        Object unknown = model.fallback().orElse(null);
        return unknown == null ? known : new Decoders.OfUnknownEnum(known, unknown, codecs.observer());
    }

    private ValueDecoder union(Shape.Union union, WireType type, MessageForm holder) {
        List<Shape> members = UnionModel.of(union, types).members();
        if (type instanceof Reference reference && named(reference) instanceof UnionType writtenUnion) {
            ValueDecoder[] decoders = new ValueDecoder[writtenUnion.members().size()];
            for (int i = 0; i < decoders.length; i++) {
                WireType member = writtenUnion.members().get(i);
                Shape shape = member(members, member);
                decoders[i] = shape == null ? null : decoder(shape, member, holder);
            }
            return new UnionDecoder(writtenUnion, written, decoders, union.raw().getName());
        }
        // A field of one type may become a field of a union type with that member.
        Shape only = member(members, type);
        return only == null ? null : decoder(only, type, holder);
    }

    private Shape member(List<Shape> members, WireType type) {
        if (type instanceof Scalar scalar) {
            for (Shape member : members) {
                if (member instanceof Shape.Single single && single.kind() == scalar.kind()) {
                    return member;
                }
            }
            return null;
        }
        if (!(type instanceof Reference reference)) {
            return null;
        }
        NamedType named = named(reference);
        Shape bySimpleName = null;
        int similar = 0;
        for (Shape member : members) {
            if (member instanceof Shape.Single) {
                continue;
            }
            if (UnionModel.names(member).contains(named.name())) {
                return member;
            }
            if (member.raw().getSimpleName().equals(named.simpleName())) {
                bySimpleName = member;
                similar++;
            }
        }
        return similar == 1 ? bySimpleName : null; // the simple name finds a type that has moved to another package
    }

    private MessageDecoder message(Shape.Message shape, Reference reference) {
        Pair pair = new Pair(shape, reference.number());
        MessageDecoder known = messages.get(pair);
        if (known != null) {
            return known;
        }
        // A schema from outside may define any number of types for one reader type that contains itself.
        if (depth >= MAX_DEPTH || messages.size() >= MAX_MESSAGES) {
            throw new WireLimitException("a schema leads to too many types depth=" + depth + " maxDepth=" + MAX_DEPTH
                    + " count=" + messages.size() + " maxCount=" + MAX_MESSAGES + " type="
                    + shape.raw().getName());
        }
        DeferredDecoder deferred = new DeferredDecoder();
        messages.put(pair, deferred);
        depth++;
        MessageModel model = MessageModel.of(shape);
        MessageDecoder decoder = DecoderGenerator.generate(model, (MessageType) named(reference), this, codecs);
        depth--;
        deferred.set(decoder);
        messages.put(pair, decoder);
        return decoder;
    }

    /** Returns the decoder of a root, which has no presence byte. */
    MessageDecoder root(Shape.Message shape, Reference reference) {
        return message(shape, reference);
    }

    NumberWidth width() {
        return width;
    }

    List<NamedType> written() {
        return written;
    }
}
