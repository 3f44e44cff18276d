package io.millrace.codegen;

import io.millrace.codegen.FieldSource.Kind;
import java.util.List;
import java.util.function.IntPredicate;

/** Generates the class that stores the last message of a key, for DELTA; see {@link #serves}. */
final class ChangesWriter {
    /** As many as fit one set of fields. */
    private static final int MAX_FIELDS = 56;

    private final SourceText out;
    private final MessageSource message;
    private final List<FieldSource> fields;

    ChangesWriter(SourceText out, MessageSource message) {
        this.out = out;
        this.message = message;
        this.fields = message.fields();
    }

    /** Returns whether the message is supported: all fields are scalars, enums or messages. */
    static boolean serves(MessageSource message) {
        return message.fields().size() <= MAX_FIELDS
                && message.fields().stream().noneMatch(field -> field.kind() == Kind.OTHER);
    }

    void write() {
        out.line(0, "");
        out.line(1, "private static final class Changes extends DeltaFields {");
        constants();
        out.line(2, "private final DeltaNested[] nested;");
        for (int i = 0; i < fields.size(); i++) {
            boolean within = fields.get(i).kind() == Kind.MESSAGE;
            out.line(
                    2,
                    "private " + (within ? "final DeltaNested" : fields.get(i).type()) + " f" + i + ";");
        }
        out.line(0, "");
        out.line(2, "Changes(DeltaNested[] nested) {");
        out.line(3, "this.nested = nested;");
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).kind() == Kind.MESSAGE) {
                out.line(3, "f" + i + " = nested[" + i + "].another();");
            }
        }
        out.line(2, "}");
        out.method(2, "DeltaFields another()", "new Changes(nested)");
        keyHash();
        compare("sameKey", i -> fields.get(i).role() == FieldSource.Role.KEY);
        compare("same", _ -> true);
        keep();
        writeChanges();
        applyChanges();
        current();
        out.line(1, "}");
    }

    private void constants() {
        boolean any = false;
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).kind() == Kind.ENUM) {
                out.line(
                        2,
                        "private static final Object[] C" + i + " = "
                                + fields.get(i).type() + ".values();");
                any = true;
            }
        }
        if (any) {
            out.line(0, "");
        }
    }

    private void keyHash() {
        out.line(0, "");
        out.open(2, "int keyHash(Object message)");
        message.typed(out, 3);
        out.line(3, "int hash = 0;");
        for (FieldSource field : fields) {
            if (field.role() == FieldSource.Role.KEY) {
                String owner = field.isPrimitive() ? field.boxed() : "Objects";
                out.line(3, "hash = 31 * hash + " + owner + ".hashCode(" + message.value(field) + ");");
            }
        }
        out.line(3, "return hash;");
        out.line(2, "}");
    }

    private void compare(String name, IntPredicate which) {
        out.line(0, "");
        out.open(2, "boolean " + name + "(Object message)");
        message.typed(out, 3);
        for (int i = 0; i < fields.size(); i++) {
            if (which.test(i)) {
                out.line(3, "if (" + differs(i) + ") {");
                out.line(4, "return false;");
                out.line(3, "}");
            }
        }
        out.line(3, "return true;");
        out.line(2, "}");
    }

    private void keep() {
        out.line(0, "");
        out.open(2, "void keep(Object message)");
        message.typed(out, 3);
        for (int i = 0; i < fields.size(); i++) {
            String value = message.value(fields.get(i));
            boolean within = fields.get(i).kind() == Kind.MESSAGE;
            out.line(3, within ? "f" + i + ".keep(" + value + ");" : "f" + i + " = " + value + ";");
        }
        out.line(2, "}");
    }

    private void writeChanges() {
        out.line(0, "");
        out.open(2, "void writeChanges(BinaryOutput out, Object message)");
        message.typed(out, 3);
        out.line(3, "long set = 0;");
        for (int i = 0; i < fields.size(); i++) {
            out.line(3, "if (" + differs(i) + ") {");
            out.line(4, "set |= " + bit(i) + ";");
            out.line(3, "}");
        }
        out.line(3, "out.writeUnsigned(set);");
        for (int i = 0; i < fields.size(); i++) {
            String value = message.value(fields.get(i));
            out.line(3, "if ((set & " + bit(i) + ") != 0) {");
            if (fields.get(i).kind() == Kind.MESSAGE) {
                out.line(4, "f" + i + ".write(out, " + value + ");");
            } else {
                change(fields.get(i), i, value);
                out.line(4, "f" + i + " = " + value + ";");
            }
            out.line(3, "}");
        }
        out.line(2, "}");
    }

    private void change(FieldSource field, int i, String value) {
        String both = "(out, f" + i + ", " + value;
        if (field.kind() == Kind.ENUM) {
            out.line(4, "out.writeEnum(" + value + ");");
        } else if (field.isText()) {
            out.line(4, "out.writeString(" + value + ");");
        } else if (!field.isPrimitive()) {
            out.line(4, "DeltaValues.writeNullable" + both + ", ScalarKind." + field.scalarKind() + ");");
        } else if (!field.type().equals("boolean")) { // a changed boolean has only one possible value
            out.line(4, "DeltaValues.write" + (field.isFloating() ? field.suffix() : "Long") + both + ");");
        }
    }

    private void applyChanges() {
        out.line(0, "");
        out.open(2, "void applyChanges(BinaryInput in)");
        out.line(3, "long set = DeltaValues.readSet(in, " + fields.size() + ");");
        for (int i = 0; i < fields.size(); i++) {
            out.line(3, "if ((set & " + bit(i) + ") != 0) {");
            out.line(
                    4,
                    fields.get(i).kind() == Kind.MESSAGE
                            ? "f" + i + ".read(in);"
                            : "f" + i + " = " + changed(fields.get(i), i) + ";");
            out.line(3, "}");
        }
        out.line(2, "}");
    }

    private static String changed(FieldSource field, int i) {
        if (field.kind() == Kind.ENUM) {
            return "(" + field.type() + ") DeltaValues.readEnum(in, C" + i + ")";
        }
        if (field.isText()) {
            return "in.readString()";
        }
        if (!field.isPrimitive()) {
            return "(" + field.type() + ") DeltaValues.readNullable(in, f" + i + ", ScalarKind." + field.scalarKind()
                    + ")";
        }
        return field.type().equals("boolean") ? "!f" + i : "DeltaValues.read" + field.suffix() + "(in, f" + i + ")";
    }

    private void current() {
        out.line(0, "");
        out.open(2, "Object current(Object reuse)");
        if (message.form() == MessageSource.Form.RECORD) {
            StringBuilder arguments = new StringBuilder();
            for (int i = 0; i < fields.size(); i++) {
                arguments.append(i == 0 ? "" : ", ").append(remembered(i, "null"));
            }
            out.line(3, "return new " + message.sourceName() + "(" + arguments + ");");
        } else {
            out.line(3, message.sourceName() + " m = " + message.reused() + ";");
            for (int i = 0; i < fields.size(); i++) {
                String target = message.value(fields.get(i));
                out.line(3, target + " = " + remembered(i, target) + ";");
            }
            out.line(3, "return m;");
        }
        out.line(2, "}");
    }

    private String remembered(int i, String reuse) {
        FieldSource field = fields.get(i);
        return field.kind() == Kind.MESSAGE ? "(" + field.type() + ") f" + i + ".current(" + reuse + ")" : "f" + i;
    }

    /** Returns a condition that is true if a field differs from the stored one, bit by bit. */
    private String differs(int i) {
        FieldSource field = fields.get(i);
        String value = message.value(field);
        if (field.kind() == Kind.MESSAGE) {
            return "!f" + i + ".same(" + value + ")";
        }
        if (field.isPrimitive() && field.isFloating()) {
            String bits = field.type().equals("double") ? "Double.doubleToRawLongBits(" : "Float.floatToRawIntBits(";
            return bits + "f" + i + ") != " + bits + value + ")";
        }
        if (field.isPrimitive() || field.kind() == Kind.ENUM) {
            return "f" + i + " != " + value;
        }
        return "!" + (field.isText() ? "Objects.equals" : "DeltaValues.same") + "(f" + i + ", " + value + ")";
    }

    private static String bit(int i) {
        return "1L << " + i;
    }
}
