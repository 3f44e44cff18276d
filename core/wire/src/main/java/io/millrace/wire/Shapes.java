package io.millrace.wire;

import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Finds the shape of a Java type; throws {@link WireTypeException} if the type is not supported. */
final class Shapes {
    private static final Map<Class<?>, ScalarKind> SCALARS = Map.ofEntries(
            Map.entry(boolean.class, ScalarKind.BOOLEAN),
            Map.entry(byte.class, ScalarKind.BYTE),
            Map.entry(short.class, ScalarKind.SHORT),
            Map.entry(char.class, ScalarKind.CHAR),
            Map.entry(int.class, ScalarKind.INT),
            Map.entry(long.class, ScalarKind.LONG),
            Map.entry(float.class, ScalarKind.FLOAT),
            Map.entry(double.class, ScalarKind.DOUBLE),
            Map.entry(Boolean.class, ScalarKind.BOOLEAN),
            Map.entry(Byte.class, ScalarKind.BYTE),
            Map.entry(Short.class, ScalarKind.SHORT),
            Map.entry(Character.class, ScalarKind.CHAR),
            Map.entry(Integer.class, ScalarKind.INT),
            Map.entry(Long.class, ScalarKind.LONG),
            Map.entry(Float.class, ScalarKind.FLOAT),
            Map.entry(Double.class, ScalarKind.DOUBLE),
            Map.entry(String.class, ScalarKind.STRING),
            Map.entry(byte[].class, ScalarKind.BYTES),
            Map.entry(Instant.class, ScalarKind.INSTANT),
            Map.entry(LocalDate.class, ScalarKind.LOCAL_DATE),
            Map.entry(LocalTime.class, ScalarKind.LOCAL_TIME),
            Map.entry(LocalDateTime.class, ScalarKind.LOCAL_DATE_TIME),
            Map.entry(OffsetDateTime.class, ScalarKind.OFFSET_DATE_TIME),
            Map.entry(OffsetTime.class, ScalarKind.OFFSET_TIME),
            Map.entry(ZonedDateTime.class, ScalarKind.ZONED_DATE_TIME),
            Map.entry(Duration.class, ScalarKind.DURATION),
            Map.entry(Period.class, ScalarKind.PERIOD),
            Map.entry(Year.class, ScalarKind.YEAR),
            Map.entry(YearMonth.class, ScalarKind.YEAR_MONTH),
            Map.entry(MonthDay.class, ScalarKind.MONTH_DAY),
            Map.entry(ZoneId.class, ScalarKind.ZONE_ID),
            Map.entry(ZoneOffset.class, ScalarKind.ZONE_OFFSET),
            Map.entry(BigDecimal.class, ScalarKind.BIG_DECIMAL),
            Map.entry(BigInteger.class, ScalarKind.BIG_INTEGER),
            Map.entry(UUID.class, ScalarKind.UUID));

    private static final Map<Class<?>, Class<?>> OPTIONAL_PRIMITIVES = Map.of(
            OptionalInt.class, Integer.class, OptionalLong.class, Long.class, OptionalDouble.class, Double.class);

    private final TypeVariables variables;
    private final String where;

    /**
     * Creates a finder for the types in one class.
     *
     * @param variables the types that the type variables stand for in the class
     * @param where the class and its member, for errors
     */
    Shapes(TypeVariables variables, String where) {
        this.variables = variables;
        this.where = where;
    }

    /** Returns the shape of a class that is not a member of another. */
    static Shape of(Class<?> type) {
        return new Shapes(new TypeVariables(type), type.getName()).shape(type);
    }

    /** Returns the class of a scalar of this kind as an object. */
    static Class<?> boxed(ScalarKind kind) {
        for (Map.Entry<Class<?>, ScalarKind> entry : SCALARS.entrySet()) {
            if (entry.getValue() == kind && !entry.getKey().isPrimitive()) {
                return entry.getKey();
            }
        }
        throw new IllegalArgumentException("kind=" + kind);
    }

    Shape shape(Type type) {
        return shape(type, 0);
    }

    /** Returns the shape of a field or parameter, with its annotations {@link Converted} and {@link TextForm}. */
    Shape shape(Type type, AnnotatedElement annotations) {
        Converted converted = annotations.getAnnotation(Converted.class);
        if (converted != null && type instanceof Class<?> raw) {
            return converted(raw, converted);
        }
        if (converted != null) {
            throw unusable(type.getTypeName(), "only a class without type arguments can be converted");
        }
        TextForm textForm = annotations.getAnnotation(TextForm.class);
        return textForm == null ? shape(type) : withForm(shape(type), textForm.value());
    }

    private Shape withForm(Shape shape, NumberForm form) {
        return switch (shape) {
            case Shape.Single single
            when form.fits(single.kind()) -> new Shape.Single(single.raw(), single.kind(), form);
            case Shape.OptionalValue optional ->
                new Shape.OptionalValue(optional.raw(), withForm(optional.value(), form));
            case Shape.Sequence sequence ->
                new Shape.Sequence(sequence.raw(), sequence.form(), withForm(sequence.element(), form));
            case Shape.Mapping map -> new Shape.Mapping(map.raw(), map.key(), withForm(map.value(), form));
            default -> throw unusable(shape.raw().getTypeName(), "it cannot have the text form " + form);
        };
    }

    private Shape converted(Class<?> raw, Converted converted) {
        Class<? extends ScalarConverter<?, ?>> converter = converted.value();
        TypeVariables made = new TypeVariables(converter);
        TypeVariable<?>[] parameters = ScalarConverter.class.getTypeParameters();
        Type value = made.resolve(parameters[0]);
        Class<?> boxed = MethodType.methodType(raw).wrap().returnType();
        boolean takes = value instanceof Class<?> declared && declared.isAssignableFrom(boxed);
        Class<?> written = made.resolve(parameters[1]) instanceof Class<?> type ? type : Object.class;
        ScalarKind kind = SCALARS.get(written);
        if (!takes || kind == null || written.isPrimitive()) {
            throw unusable(
                    raw.getName(),
                    "its converter is for another class, or its result is not a scalar converter=" + converter.getName()
                            + " value=" + value.getTypeName() + " wire=" + written.getName());
        }
        return new Shape.Converted(raw, converter, new Shape.Single(written, kind));
    }

    private Shape shape(Type type, int depth) {
        if (depth > WireType.MAX_NESTING) {
            throw new WireTypeException("a type nests too deeply type=" + type + " in=" + where);
        }
        return switch (type) {
            case Class<?> raw -> ofClass(raw, depth);
            case ParameterizedType parameterized -> parameterized(parameterized, depth);
            case GenericArrayType array -> {
                Shape element = shape(array.getGenericComponentType(), depth + 1);
                yield new Shape.Sequence(element.raw().arrayType(), Shape.Form.ARRAY, element);
            }
            case WildcardType wildcard -> shape(wildcard.getUpperBounds()[0], depth + 1);
            case TypeVariable<?> variable -> {
                Type resolved = variables.resolve(variable);
                Shape given = variables.given(resolved);
                yield given != null ? given : shape(resolved, depth + 1);
            }
            default -> throw unusable(type.getTypeName(), "it is of an unknown kind");
        };
    }

    private Shape parameterized(ParameterizedType type, int depth) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] arguments = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return optional(raw, shape(arguments[0], depth + 1));
        }
        Shape.Form form = form(raw);
        if (form != null) {
            return new Shape.Sequence(raw, form, shape(arguments[0], depth + 1));
        }
        if (isMap(raw)) {
            return new Shape.Mapping(raw, key(shape(arguments[0], depth + 1)), shape(arguments[1], depth + 1));
        }
        return switch (ofClass(raw, depth)) {
            case Shape.Message message -> new Shape.Message(message.raw(), arguments(arguments, depth));
            case Shape.Union union -> new Shape.Union(union.raw(), arguments(arguments, depth));
            case Shape other -> other;
        };
    }

    private List<Shape> arguments(Type[] types, int depth) {
        List<Shape> shapes = new ArrayList<>();
        for (Type type : types) {
            Shape shape = shape(type, depth + 1);
            // A class that refers to itself with ever larger arguments would have infinitely many types.
            if (nesting(shape) > WireType.MAX_NESTING) {
                throw new WireTypeException(
                        "a type nests too deeply type=" + shape.raw().getName() + " in=" + where);
            }
            shapes.add(shape);
        }
        return List.copyOf(shapes);
    }

    private static int nesting(Shape shape) {
        return 1
                + switch (shape) {
                    case Shape.Single _, Shape.Enumeration _, Shape.Converted _ -> 0;
                    case Shape.OptionalValue optional -> nesting(optional.value());
                    case Shape.Sequence sequence -> nesting(sequence.element());
                    case Shape.Mapping map -> Math.max(nesting(map.key()), nesting(map.value()));
                    case Shape.Message message -> deepest(message.arguments());
                    case Shape.Union union -> deepest(union.arguments());
                };
    }

    private static int deepest(List<Shape> shapes) {
        return shapes.stream().mapToInt(Shapes::nesting).max().orElse(0);
    }

    private Shape optional(Class<?> raw, Shape value) {
        if (value instanceof Shape.OptionalValue) {
            throw unusable(
                    raw.getName(), "an optional value in an optional value cannot be distinguished from an empty one");
        }
        return new Shape.OptionalValue(raw, value);
    }

    private Shape ofClass(Class<?> raw, int depth) {
        ScalarKind kind = SCALARS.get(raw);
        if (kind != null) {
            return new Shape.Single(raw, kind);
        }
        if (raw == CharSequence.class || raw == TextView.class) {
            return new Shape.Single(raw, ScalarKind.STRING);
        }
        if (raw == Bytes.class) {
            return new Shape.Single(raw, ScalarKind.BYTES);
        }
        Converted converted = raw.getDeclaredAnnotation(Converted.class);
        if (converted != null) {
            return converted(raw, converted);
        }
        if (OPTIONAL_PRIMITIVES.containsKey(raw)) {
            return new Shape.OptionalValue(raw, ofClass(OPTIONAL_PRIMITIVES.get(raw), depth));
        }
        if (raw.isEnum()) {
            return new Shape.Enumeration(raw);
        }
        if (raw.isArray()) {
            return new Shape.Sequence(raw, Shape.Form.ARRAY, shape(raw.getComponentType(), depth + 1));
        }
        Shape.Form form = form(raw);
        if (form != null) {
            return new Shape.Sequence(raw, form, new Shape.Union(Object.class));
        }
        if (raw == Optional.class) {
            return optional(raw, new Shape.Union(Object.class));
        }
        if (raw == Object.class || raw.isSealed() || raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
            return new Shape.Union(raw);
        }
        return message(raw);
    }

    private Shape message(Class<?> raw) {
        if (raw.getModule().isNamed() && raw.getModule().getName().startsWith("java.")) {
            throw unusable(raw.getName(), "it belongs to the JDK and is not one of the supported types");
        }
        if (raw.isHidden() || raw.isAnonymousClass() || raw.isAnnotation()) {
            throw unusable(raw.getName(), "it is hidden, anonymous or an annotation");
        }
        if (!raw.isRecord()) {
            boolean inner = (raw.isMemberClass() || raw.isLocalClass()) && !Modifier.isStatic(raw.getModifiers());
            if (inner) {
                throw unusable(raw.getName(), "it is an inner class; make it static");
            }
            if (Arrays.stream(raw.getDeclaredConstructors()).noneMatch(each -> each.getParameterCount() == 0)) {
                throw unusable(raw.getName(), "it is neither a record nor has a constructor without parameters");
            }
        }
        return new Shape.Message(raw);
    }

    private Shape key(Shape key) {
        if (key instanceof Shape.Single || key instanceof Shape.Enumeration || key instanceof Shape.Converted) {
            return key;
        }
        throw unusable(key.raw().getName(), "the key of a map is a scalar or an enum");
    }

    private static Shape.Form form(Class<?> raw) {
        if (Collection.class.isAssignableFrom(raw)) {
            if (raw.isAssignableFrom(ArrayList.class)) {
                return Shape.Form.LIST;
            }
            if (Set.class.isAssignableFrom(raw) && raw.isAssignableFrom(LinkedHashSet.class)) {
                return Shape.Form.SET;
            }
        }
        return null;
    }

    private static boolean isMap(Class<?> raw) {
        return Map.class.isAssignableFrom(raw) && raw.isAssignableFrom(LinkedHashMap.class);
    }

    private WireTypeException unusable(String type, String why) {
        return new WireTypeException("a type cannot be written or read: " + why + " type=" + type + " in=" + where);
    }
}
