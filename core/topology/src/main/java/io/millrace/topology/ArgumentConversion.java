package io.millrace.topology;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Turns the text of an argument into a value of a constructor's parameter. Texts become strings, numbers, booleans,
 * enum constants (also in kebab case), paths, durations, instants, zones, URIs and classes; several become a list. An
 * empty text is an empty {@link Optional} or an empty list.
 */
final class ArgumentConversion {
    private static final List<Class<?>> SIMPLE = List.of(
            String.class,
            int.class,
            Integer.class,
            long.class,
            Long.class,
            short.class,
            Short.class,
            byte.class,
            Byte.class,
            double.class,
            Double.class,
            float.class,
            Float.class,
            boolean.class,
            Boolean.class,
            char.class,
            Character.class,
            Path.class,
            Duration.class,
            Instant.class,
            ZoneId.class,
            URI.class,
            BigDecimal.class,
            BigInteger.class,
            Class.class);

    private final ClassLoader loader;

    ArgumentConversion(ClassLoader loader) {
        this.loader = loader;
    }

    /** Returns whether a parameter of this type takes a value of the topology, rather than an output. */
    static boolean converts(Type type) {
        Class<?> raw = raw(type);
        if (raw == List.class || raw == Optional.class) {
            return type instanceof ParameterizedType inner && converts(inner.getActualTypeArguments()[0]);
        }
        return raw.isEnum() || SIMPLE.contains(raw);
    }

    /** Returns whether a parameter of this type may be left out. */
    static boolean optional(Type type) {
        return raw(type) == Optional.class || raw(type) == List.class;
    }

    /** Returns the value, or throws an {@link IllegalArgumentException} whose message is the end of a sentence. */
    Object convert(Argument argument, Type type) {
        Class<?> raw = raw(type);
        if (raw == List.class) {
            Type item = ((ParameterizedType) type).getActualTypeArguments()[0];
            List<String> texts = switch (argument) {
                case Argument.Items items -> items.values();
                case Argument.Text text -> text.value().isEmpty() ? List.of() : List.of(text.value());
            };
            return texts.stream().map(text -> simple(text, raw(item))).toList();
        }
        if (!(argument instanceof Argument.Text(String text))) {
            throw new IllegalArgumentException("is a list, and one value is wanted");
        }
        if (raw == Optional.class) {
            Type inner = ((ParameterizedType) type).getActualTypeArguments()[0];
            return text.isEmpty() ? Optional.empty() : Optional.of(simple(text, raw(inner)));
        }
        return simple(text, raw);
    }

    private Object simple(String text, Class<?> type) {
        try {
            return type.isEnum() ? constant(text, type) : parsed(text, type);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("is not a number (" + type.getSimpleName() + ")", e);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("is not " + such(type), e);
        }
    }

    private static String such(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "Duration" -> "a duration such as 250ms, 10s or PT10S";
            case "Instant" -> "a time such as 2026-03-01T12:30:00Z";
            case "ZoneId" -> "a zone such as UTC or Europe/Zurich";
            default -> "a " + type.getSimpleName();
        };
    }

    private Object parsed(String text, Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> text;
            case "int", "Integer" -> Integer.parseInt(text);
            case "long", "Long" -> Long.parseLong(text);
            case "short", "Short" -> Short.parseShort(text);
            case "byte", "Byte" -> Byte.parseByte(text);
            case "double", "Double" -> Double.parseDouble(text);
            case "float", "Float" -> Float.parseFloat(text);
            case "boolean", "Boolean" -> truth(text);
            case "char", "Character" -> character(text);
            case "Path" -> Path.of(text);
            case "Duration" -> ParameterType.duration(text);
            case "Instant" -> Instant.parse(text);
            case "ZoneId" -> ZoneId.of(text);
            case "URI" -> URI.create(text);
            case "BigDecimal" -> new BigDecimal(text);
            case "BigInteger" -> new BigInteger(text);
            case "Class" -> namedClass(text);
            default -> throw new IllegalArgumentException("cannot be turned into a " + type.getName());
        };
    }

    private static boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("is neither true nor false");
        }
        return text.equals("true");
    }

    private static char character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("is not one character");
        }
        return text.charAt(0);
    }

    private static Object constant(String text, Class<?> type) {
        String wanted = text.toUpperCase(Locale.ROOT).replace('-', '_');
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equalsIgnoreCase(wanted)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("is not one of " + String.join(", ", names));
    }

    private Class<?> namedClass(String text) {
        try {
            return Class.forName(text, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException("is a class that cannot be found", e);
        }
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> simple -> simple;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
            default -> Object.class;
        };
    }
}
