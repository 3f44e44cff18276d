package io.millrace.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates the encoder of one shape and of all shapes in it; used once, by one thread. */
final class EncoderFactory {
    private final Codecs codecs;
    private final NumberWidth width;
    private final Map<Shape, ValueEncoder> building = new HashMap<>();

    EncoderFactory(Codecs codecs, NumberWidth width) {
        this.codecs = codecs;
        this.width = width;
    }

    ValueEncoder encoder(Shape shape) {
        ValueEncoder encoder = make(shape);
        // Only now all deferred encoders are complete, so nothing can fail any more.
        building.forEach((named, made) -> codecs.computeIfAbsent(named.raw(), key(named), () -> made));
        return encoder;
    }

    private ValueEncoder make(Shape shape) {
        return switch (shape) {
            case Shape.Single single -> Encoders.scalar(single.kind(), width);
            case Shape.Enumeration _ -> new Encoders.OfEnum();
            case Shape.OptionalValue optional -> new Encoders.OfOptional(make(optional.value()));
            case Shape.Converted converted ->
                new Encoders.OfConverted(codecs.converter(converted.converter()), make(converted.wire()));
            case Shape.Mapping map -> new Encoders.OfMap(make(map.key()), make(map.value()));
            case Shape.Sequence sequence -> {
                if (sequence.form() != Shape.Form.ARRAY) {
                    yield new Encoders.OfCollection(make(sequence.element()));
                }
                yield sequence.element() instanceof Shape.Single single && single.isPrimitive()
                        ? primitives(single.kind())
                        : new Encoders.OfArray(make(sequence.element()));
            }
            case Shape.Message message -> known(message) != null ? known(message) : message(message);
            case Shape.Union union -> known(union) != null ? known(union) : union(union);
        };
    }

    private ValueEncoder primitives(ScalarKind kind) {
        return width == NumberWidth.FIXED ? new RawArrays.Encoder(kind) : new Encoders.OfPrimitives(kind);
    }

    private Object key(Shape named) {
        return width == NumberWidth.VARIABLE ? named : List.of(named, width);
    }

    private ValueEncoder known(Shape named) {
        ValueEncoder made = (ValueEncoder) codecs.find(named.raw(), key(named));
        return made != null ? made : building.get(named);
    }

    private ValueEncoder message(Shape.Message shape) {
        DeferredEncoder deferred = new DeferredEncoder();
        building.put(shape, deferred);
        MessageModel model = MessageModel.of(shape);
        Optional<PrecompiledCodec> precompiled = PrecompiledCodecs.find(model, codecs.types());
        List<ValueEncoder> encoders = new ArrayList<>();
        for (MessageModel.Member member : model.members()) {
            // Precompiled code decides by the declared class alone what it writes without an encoder.
            boolean needed = precompiled.isPresent() || !Bytecode.isDirect(member.shape());
            encoders.add(needed ? make(member.shape()) : null);
        }
        MessageEncoder encoder = precompiled.isPresent()
                ? PrecompiledCodecs.encoder(precompiled.get(), encoders, width)
                : EncoderGenerator.generate(model, encoders, codecs.types(), width);
        deferred.set(encoder);
        building.put(shape, encoder);
        return encoder;
    }

    private ValueEncoder union(Shape.Union shape) {
        UnionModel model = UnionModel.of(shape, codecs.types());
        List<ValueEncoder> encoders = new ArrayList<>();
        for (Shape member : model.members()) {
            encoders.add(member instanceof Shape.Single ? null : make(member));
        }
        UnionEncoder encoder = new UnionEncoder(model, encoders, width);
        building.put(shape, encoder);
        return encoder;
    }
}
