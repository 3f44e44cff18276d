package io.millrace.wire;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** Finds the method that a written call is meant for. */
final class CallMatch {
    private CallMatch() {}

    static Optional<CallModel> find(CallSchema written, List<CallModel> candidates) {
        List<CallModel> alike =
                candidates.stream().filter(call -> isSame(written, call)).toList();
        if (alike.size() <= 1) {
            return alike.stream().findFirst();
        }
        List<CallModel> named = alike.stream()
                .filter(call -> call.shapes().size() == written.parameters().size())
                .toList();
        if (named.size() <= 1) {
            return named.stream().findFirst();
        }
        List<CallModel> fitting = named.stream()
                .filter(call -> fits(written, call, Strictness.WIDENING))
                .toList();
        List<CallModel> exact = named.stream()
                .filter(call -> fits(written, call, Strictness.EXACT))
                .toList();
        List<CallModel> found = exact.isEmpty() ? fitting : exact;
        if (found.size() != 1) {
            throw new WireTypeException((found.isEmpty() ? "no" : "more than one")
                    + " method of this name fits the written arguments method=" + written.methodName() + " interface="
                    + written.interfaceName() + " candidates="
                    + named.stream()
                            .map(call -> call.method().toGenericString())
                            .toList());
        }
        return Optional.of(found.getFirst());
    }

    /** Returns whether the methods have the same number, or, if one of them has none, the same name. */
    private static boolean isSame(CallSchema written, CallModel call) {
        int links = written.chain().size();
        if (call.methods().size() != links + 1) {
            return false;
        }
        for (int i = 0; i < links; i++) {
            if (!isNamed(call.methods().get(i), written.chain().get(i).methodName())) {
                return false;
            }
        }
        if (written.methodId() != 0 && call.id() != 0) {
            return written.methodId() == call.id();
        }
        return isNamed(call.method(), written.methodName());
    }

    private static boolean isNamed(Method method, String name) {
        return method.getName().equals(name) || MessageModel.aliases(method).contains(name);
    }

    /** Returns whether values of the written type can be read as values of this shape, by the types alone. */
    static boolean fits(Shape shape, WireType type, CallSchema written) {
        return fits(shape, type, written, Strictness.WIDENING);
    }

    private enum Strictness {
        EXACT,
        WIDENING
    }

    private static boolean fits(CallSchema written, CallModel call, Strictness strictness) {
        for (int i = 0; i < call.shapes().size(); i++) {
            if (!fits(call.shapes().get(i), written.parameters().get(i).type(), written, strictness)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(Shape shape, WireType type, CallSchema written, Strictness strictness) {
        return switch (shape) {
            case Shape.Single single ->
                type instanceof Scalar scalar
                        && (scalar.kind() == single.kind()
                                ? strictness == Strictness.WIDENING || scalar.isNullable() != single.isPrimitive()
                                : strictness == Strictness.WIDENING && Scalars.widens(scalar.kind(), single.kind()));
            case Shape.OptionalValue optional -> fits(optional.value(), type, written, strictness);
            case Shape.Converted converted -> fits(converted.wire(), type, written, strictness);
            case Shape.Mapping map ->
                type instanceof MapType pairs && fits(map.value(), pairs.value(), written, strictness);
            case Shape.Sequence sequence ->
                switch (type) {
                    case ListType list -> fits(sequence.element(), list.element(), written, strictness);
                    case SetType set -> fits(sequence.element(), set.element(), written, strictness);
                    case ArrayType array -> fits(sequence.element(), array.element(), written, strictness);
                    default -> false;
                };
            case Shape.Enumeration constant -> isNamed(constant, EnumType.class, type, written, strictness);
            case Shape.Message message -> isNamed(message, MessageType.class, type, written, strictness);
            case Shape.Union union -> isNamed(union, UnionType.class, type, written, strictness);
        };
    }

    private static boolean isNamed(
            Shape shape, Class<? extends NamedType> kind, WireType type, CallSchema written, Strictness strictness) {
        if (!(type instanceof Reference reference) || !kind.isInstance(written.type(reference))) {
            return false;
        }
        NamedType named = written.type(reference);
        return UnionModel.names(shape).contains(named.name())
                || (strictness == Strictness.WIDENING
                        && shape.raw().getSimpleName().equals(named.simpleName()));
    }
}
