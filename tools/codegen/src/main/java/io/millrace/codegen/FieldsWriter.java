package io.millrace.codegen;

import io.millrace.codegen.FieldSource.Access;
import java.util.List;

/**
 * Generates the encoder and the decoder of messages with the same fields in the same order, for one width of numbers.
 * With a fixed width, consecutive primitives form a run, whose bytes are reserved at once.
 */
final class FieldsWriter {
    /** How numbers are written. */
    enum Width {
        /** As in BINARY. */
        VARIABLE(""),
        /** As in RAW. */
        FIXED("Raw");

        private final String prefix;

        Width(String prefix) {
            this.prefix = prefix;
        }
    }

    private final SourceText out;
    private final MessageSource message;
    private final List<FieldSource> fields;
    private final Width width;
    private int runEnd;
    private int runBytes;

    FieldsWriter(SourceText out, MessageSource message, Width width) {
        this.out = out;
        this.message = message;
        this.fields = message.fields();
        this.width = width;
    }

    void write() {
        encoder();
        decoder();
    }

    private void start(String name, String parent, String element, String letter) {
        out.line(0, "");
        out.line(1, "private static final class " + name + " implements " + parent + " {");
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).access() == Access.CODEC) {
                out.line(2, "private final " + element + " " + letter + i + ";");
            }
        }
        out.line(0, "");
        out.line(2, name + "(" + element + "[] all) {");
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).access() == Access.CODEC) {
                out.line(3, letter + i + " = all[" + i + "];");
            }
        }
        out.line(2, "}");
        out.line(0, "");
        runEnd = 0;
    }

    private void encoder() {
        start(width.prefix + "Encoder", "MessageEncoder", "ValueEncoder", "e");
        out.open(2, "void writeFields(BinaryOutput out, Object message)");
        message.typed(out, 3);
        out.line(3, "int field = 0;");
        locals("to");
        out.line(3, "try {");
        for (int i = 0; i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            if (i > 0) {
                out.line(4, "field = " + i + ";");
            }
            String value = message.value(field);
            if (isInRun(i)) {
                enter(i, "out", "to");
                out.line(4, "RawValues.put" + field.suffix() + "(to, " + offset(field) + ", " + value + ");");
            } else if (field.access() == Access.DIRECT) {
                out.line(4, "out.write" + field.suffix() + "(" + value + ");");
            } else {
                out.line(4, "e" + i + ".write(out, " + value + ");");
            }
        }
        end();
    }

    private void decoder() {
        start(width.prefix + "Decoder", "MessageDecoder", "ValueDecoder", "d");
        out.open(2, "Object readFields(BinaryInput in, Object reuse)");
        out.line(3, "int field = -1;");
        locals("from");
        out.line(3, "try {");
        boolean isRecord = message.form() == MessageSource.Form.RECORD;
        if (!isRecord) {
            out.line(4, message.sourceName() + " m = " + message.reused() + ";");
        }
        for (int i = 0; i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            out.line(4, "field = " + i + ";");
            String target = isRecord ? field.type() + " f" + i : "m." + field.name();
            if (isInRun(i)) {
                enter(i, "in", "from");
                out.line(4, target + " = RawValues.get" + field.suffix() + "(from, " + offset(field) + ");");
            } else {
                out.line(4, target + " = " + read(field, i, isRecord ? "null" : "m." + field.name()) + ";");
            }
        }
        out.line(4, "field = -1;");
        out.line(4, "return " + (isRecord ? message.construct("f") : "m") + ";");
        end();
    }

    private void locals(String segment) {
        if (width == Width.FIXED && fields.stream().anyMatch(FieldsWriter::isFixed)) {
            out.line(3, "MemorySegment " + segment + ";");
            out.line(3, "long at;");
        }
    }

    private static boolean isFixed(FieldSource field) {
        return field.access() == Access.DIRECT && field.isPrimitive();
    }

    private boolean isInRun(int i) {
        return width == Width.FIXED && isFixed(fields.get(i));
    }

    /** Generates code that reserves the bytes of a run if the field is its first. */
    private void enter(int i, String holder, String segment) {
        if (i < runEnd) {
            return;
        }
        int total = 0;
        runEnd = i;
        while (runEnd < fields.size() && isFixed(fields.get(runEnd))) {
            total += fields.get(runEnd++).bytes();
        }
        runBytes = 0;
        out.line(4, "at = RawValues.take(" + holder + ", " + total + ");");
        out.line(4, segment + " = RawValues.segment(" + holder + ");");
    }

    private String offset(FieldSource field) {
        String offset = runBytes == 0 ? "at" : "at + " + runBytes;
        runBytes += field.bytes();
        return offset;
    }

    private static String read(FieldSource field, int i, String current) {
        if (field.access() == Access.DIRECT) {
            return "in.read" + field.suffix() + "(" + (field.suffix().equals("Bytes") ? current : "") + ")";
        }
        return "(" + field.boxed() + ") d" + i + ".read(in, " + (field.isPrimitive() ? "null" : current) + ")";
    }

    private void end() {
        out.endTry(3, "TYPE", "NAMES");
        out.line(2, "}");
        out.line(1, "}");
    }
}
