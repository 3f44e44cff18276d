package io.millrace.testing;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.WireException;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Leaves a field out of the text of a call whose one argument is a message. */
final class MissingField {
    private static final String INDENT = "  ";

    private MissingField() {}

    /** Returns the fields of the message; none where the call has no such argument, or only one field. */
    static List<String> fields(RecordedCall call) {
        if (call.schema().parameters().size() != 1) {
            return List.of();
        }
        List<String> fields = new ArrayList<>();
        for (String line : call.yaml().lines().skip(1).toList()) {
            int colon = line.indexOf(':');
            if (isField(line) && colon > 0) {
                fields.add(line.substring(INDENT.length(), colon));
            }
        }
        return fields.size() < 2 ? List.of() : fields;
    }

    private static boolean isField(String line) {
        return line.startsWith(INDENT)
                && line.length() > INDENT.length()
                && line.charAt(INDENT.length()) != ' '
                && line.charAt(INDENT.length()) != '-';
    }

    /** Returns the call without a field, or null where it cannot be read without. */
    static RecordedCall without(Subject subject, RecordedCall call, String field) {
        StringBuilder text = new StringBuilder();
        boolean within = false;
        for (String line : call.yaml().lines().toList()) {
            if (isField(line)) {
                within = line.startsWith(INDENT + field + ":");
            }
            if (!within) {
                text.append(line).append('\n');
            }
        }
        try {
            RecordedCall read = CallFile.read(text.toString(), subject.wire(), subject.inputs())
                    .calls()
                    .getFirst();
            RecordedCall without = new RecordedCall(subject.wire(), read.schema(), read.arguments(), call.position());
            deliverToNobody(subject, without);
            return without;
        } catch (WireException e) {
            return null;
        }
    }

    private static void deliverToNobody(Subject subject, RecordedCall call) {
        ClassLoader loader = subject.reads()[0].getClassLoader();
        Object nobody =
                Proxy.newProxyInstance(loader, subject.reads(), (_, method, _) -> nothing(method.getReturnType()));
        subject.decoder(call.schema()).orElseThrow().call(BinaryInput.of(call.arguments()), nobody);
    }

    private static Object nothing(Class<?> type) {
        return type.isPrimitive() && type != void.class ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
