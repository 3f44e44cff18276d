package io.millrace.fix;

import io.millrace.wire.Unknown;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Constants of an enum, each for a value that a field may have. */
final class CodeForm implements ObjectForm {

    private final Class<?> type;
    private final FixValues values;
    private final Map<String, Object> constants = new HashMap<>();
    private final Map<Object, String> codes;
    private Object unknown;

    CodeForm(BoundField field, Class<?> type) {
        this.type = type;
        codes = codes(type);
        List<String> texts = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            Field declared = declared((Enum<?>) constant);
            FixCode code = declared.getAnnotation(FixCode.class);
            if (declared.isAnnotationPresent(Unknown.class)) {
                unknown = constant;
            } else if (code == null || code.value().isEmpty()) {
                throw field.error("a constant has no code constant=" + constant);
            }
            if (code != null) {
                if (constants.putIfAbsent(code.value(), constant) != null) {
                    throw field.error("two constants have one code code=" + code.value());
                }
                texts.add(code.value());
                codes.put(constant, code.value());
            }
        }
        values = new FixValues(texts, texts);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the map of the enum's own constants
    private static Map<Object, String> codes(Class<?> type) {
        return new EnumMap(type);
    }

    private static Field declared(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getField(constant.name());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Object read(FixMessage message, int at, int tag) {
        return read(message, at, tag, message.start(at), message.end(at));
    }

    Object read(FixMessage message, int at, int tag, int start, int end) {
        String code = values.nameOf(message.bytes(), start, end);
        if (code != null) {
            return constants.get(code);
        }
        if (unknown == null) {
            throw FixValueException.of("has no constant type=" + type.getName(), message, at, tag);
        }
        return unknown;
    }

    @Override
    public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
        out.put(tag, code(value));
    }

    String code(Object constant) {
        String code = codes.get(constant);
        if (code == null) {
            throw new IllegalArgumentException("a constant has no code constant=" + constant);
        }
        return code;
    }
}
