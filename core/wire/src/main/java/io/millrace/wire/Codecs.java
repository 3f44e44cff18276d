package io.millrace.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What has been generated for one allow-list. It hangs on the classes themselves, so that it goes when they are
 * unloaded. Reading what is there takes no lock; making something new is serialised.
 */
final class Codecs {
    private static final int MAX_KEPT = 256;

    private final WireTypes types;
    private final ClassValue<Slot> slots = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    private final Map<Shape, ValueEncoder> building = new HashMap<>();

    private static final class Slot {
        private volatile BinaryCodec<?> codec;
        private final Map<Object, Object> kept = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
                return size() > MAX_KEPT;
            }
        };
    }

    Codecs(WireTypes types) {
        this.types = types;
    }

    WireTypes types() {
        return types;
    }

    @SuppressWarnings("unchecked") // the slot of a class holds the codec of that class
    <T> BinaryCodec<T> codec(Class<T> type) {
        Slot slot = slots.get(type);
        if (slot.codec == null) {
            synchronized (this) {
                if (slot.codec == null) {
                    Shape shape = Shapes.of(type);
                    slot.codec = new BinaryCodec<>(this, type, SchemaBuilder.schema(shape, types), encoder(shape));
                }
            }
        }
        return (BinaryCodec<T>) slot.codec;
    }

    /** What was made for a class under a key, made now where it is new; the least used are forgotten. */
    synchronized <T> T keep(Class<?> type, Object key, Supplier<T> maker) {
        Map<Object, Object> kept = slots.get(type).kept;
        @SuppressWarnings("unchecked") // keys of one kind are only used with values of one kind
        T found = (T) kept.get(key);
        if (found == null) {
            found = maker.get();
            kept.put(key, found);
        }
        return found;
    }

    /** The encoder of a shape; every use of one message class shares one. */
    synchronized ValueEncoder encoder(Shape shape) {
        boolean outermost = building.isEmpty();
        try {
            ValueEncoder encoder = make(shape);
            if (outermost) {
                // Only now is nothing deferred any more that could still fail.
                building.forEach((named, made) -> slots.get(named.raw()).kept.put(named, made));
            }
            return encoder;
        } finally {
            if (outermost) {
                building.clear();
            }
        }
    }

    private ValueEncoder make(Shape shape) {
        return switch (shape) {
            case Shape.Single single -> new Encoders.OfScalar(single.kind());
            case Shape.Constant _ -> new Encoders.OfEnum();
            case Shape.Maybe maybe -> new Encoders.OfMaybe(make(maybe.value()));
            case Shape.Mapping map -> new Encoders.OfMap(make(map.key()), make(map.value()));
            case Shape.Sequence sequence -> {
                if (sequence.form() != Shape.Form.ARRAY) {
                    yield new Encoders.OfCollection(make(sequence.element()));
                }
                yield sequence.element() instanceof Shape.Single single && single.isPrimitive()
                        ? new Encoders.OfPrimitives(single.kind())
                        : new Encoders.OfArray(make(sequence.element()));
            }
            case Shape.Message message -> known(message) != null ? known(message) : message(message);
            case Shape.Family family -> known(family) != null ? known(family) : family(family);
        };
    }

    private ValueEncoder known(Shape named) {
        ValueEncoder made = (ValueEncoder) slots.get(named.raw()).kept.get(named);
        return made != null ? made : building.get(named);
    }

    private ValueEncoder message(Shape.Message shape) {
        DeferredEncoder deferred = new DeferredEncoder();
        building.put(shape, deferred);
        MessageModel model = MessageModel.of(shape.raw());
        List<ValueEncoder> encoders = new ArrayList<>();
        for (MessageModel.Member member : model.members()) {
            encoders.add(Generation.isDirect(member.shape()) ? null : make(member.shape()));
        }
        MessageEncoder encoder = EncoderGenerator.generate(model, encoders, types);
        deferred.set(encoder);
        building.put(shape, encoder);
        return encoder;
    }

    private ValueEncoder family(Shape.Family shape) {
        FamilyModel model = FamilyModel.of(shape.raw(), types);
        List<ValueEncoder> encoders = new ArrayList<>();
        for (Shape member : model.members()) {
            encoders.add(member instanceof Shape.Single ? null : make(member));
        }
        FamilyEncoder encoder = new FamilyEncoder(model, encoders);
        building.put(shape, encoder);
        return encoder;
    }
}
