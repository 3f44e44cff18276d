package io.millrace.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Finds codecs that were generated when their classes were compiled. */
final class PrecompiledCodecs {
    private PrecompiledCodecs() {}

    /** Returns the codec of a class, or empty if it has none or only one for other fields. */
    static Optional<PrecompiledCodec> find(MessageModel model, WireTypes types) {
        return load(model.type(), "_Codec", types)
                .map(made -> (PrecompiledCodec) made)
                .filter(codec -> codec.fields().equals(fields(model)));
    }

    /** Returns an instance of the class that was generated for a class, or empty if there is none. */
    static Optional<Object> load(Class<?> type, String suffix, WireTypes types) {
        if (!type.isAnnotationPresent(Precompiled.class)) {
            return Optional.empty();
        }
        try {
            Class<?> found = Class.forName(type.getName().replace('$', '_') + suffix, true, type.getClassLoader());
            return Optional.of(lookup(found, types)
                    .findConstructor(found, MethodType.methodType(void.class))
                    .invoke());
        } catch (ClassNotFoundException _) {
            return Optional.empty(); // no processor has run
        } catch (Throwable e) {
            throw new WireTypeException(
                    "a codec that was generated at build time cannot be used type=" + type.getName(), e);
        }
    }

    private static Lookup lookup(Class<?> found, WireTypes types) throws IllegalAccessException {
        for (Lookup given : types.lookups()) {
            if (given.lookupClass().getModule() == found.getModule()) {
                return MethodHandles.privateLookupIn(found, given);
            }
        }
        PrecompiledCodecs.class.getModule().addReads(found.getModule());
        return found.getModule().isOpen(found.getPackageName(), PrecompiledCodecs.class.getModule())
                ? MethodHandles.privateLookupIn(found, MethodHandles.lookup())
                : MethodHandles.publicLookup();
    }

    private static List<String> fields(MessageModel model) {
        return model.members().stream()
                .map(member -> member.name() + ":" + member.erased().getTypeName())
                .toList();
    }

    /** Returns the encoder for a width of scalars, given the encoder of each field. */
    static MessageEncoder encoder(PrecompiledCodec codec, List<ValueEncoder> encoders, NumberWidth width) {
        ValueEncoder[] all = encoders.toArray(ValueEncoder[]::new);
        return width == NumberWidth.FIXED ? codec.rawEncoder(all) : codec.encoder(all);
    }

    /** Returns the decoder of a writer's messages, given the decoder of each of its fields. */
    static MessageDecoder decoder(
            PrecompiledCodec codec, MessageModel model, MessageType written, int[] positions, ValueDecoder[] decoders) {
        boolean same = positions.length == model.members().size();
        for (int i = 0; same && i < positions.length; i++) {
            same = positions[i] == i
                    && isAsDeclared(
                            model.members().get(i).shape(),
                            written.fields().get(i).type());
        }
        if (same) {
            return codec.decoder(decoders);
        }
        Object[] missing = model.members().stream()
                .map(member -> missing(member.shape(), member.defaultValue()))
                .toArray();
        List<String> names = written.fields().stream().map(Field::name).toList();
        return codec.decoder(decoders, positions, names, missing);
    }

    /** Returns whether a scalar was written as it is declared; true for all other shapes. */
    static boolean isAsDeclared(Shape shape, WireType written) {
        if (!(shape instanceof Shape.Single single)) {
            return true;
        }
        return written instanceof Scalar scalar
                && scalar.kind() == single.kind()
                && scalar.isNullable() != single.isPrimitive();
    }

    /** Returns the value that a reader gets if it was not written: the stated default, an empty optional, or null. */
    static Object missing(Shape shape, Optional<DefaultValue> stated) {
        if (stated.isPresent()) {
            return stated.get().value();
        }
        Class<?> raw = shape.raw();
        if (raw == OptionalInt.class) {
            return OptionalInt.empty();
        }
        if (raw == OptionalLong.class) {
            return OptionalLong.empty();
        }
        if (raw == OptionalDouble.class) {
            return OptionalDouble.empty();
        }
        return raw == Optional.class ? Optional.empty() : null;
    }
}
