package io.millrace.codegen;

import java.util.ArrayList;
import java.util.List;

/**
 * Generates the source of a codec: straight-line code with the same behaviour as the classes that are generated at run
 * time.
 */
final class CodecWriter {
    private static final List<String> IMPORTS = List.of(
            "io.millrace.wire.BinaryInput",
            "io.millrace.wire.BinaryOutput",
            "io.millrace.wire.DeltaFields",
            "io.millrace.wire.DeltaNested",
            "io.millrace.wire.MessageDecoder",
            "io.millrace.wire.MessageEncoder",
            "io.millrace.wire.PrecompiledCodec",
            "io.millrace.wire.ValueDecoder",
            "io.millrace.wire.ValueEncoder",
            "io.millrace.wire.WireException");

    private final SourceText out = new SourceText();
    private final MessageSource message;
    private final List<FieldSource> fields;

    private CodecWriter(MessageSource message) {
        this.message = message;
        this.fields = message.fields();
    }

    static String write(MessageSource message) {
        CodecWriter writer = new CodecWriter(message);
        writer.head();
        new FieldsWriter(writer.out, message, FieldsWriter.Width.VARIABLE).write();
        new FieldsWriter(writer.out, message, FieldsWriter.Width.FIXED).write();
        writer.evolved();
        if (ChangesWriter.serves(message)) {
            new ChangesWriter(writer.out, message).write();
        }
        writer.out.line(0, "}");
        return writer.out.toString();
    }

    private List<String> imports() {
        List<String> imports = new ArrayList<>(IMPORTS);
        if (fields.stream().anyMatch(field -> field.isPrimitive() && field.access() == FieldSource.Access.DIRECT)) {
            imports.add("io.millrace.wire.RawValues");
            imports.add("java.lang.foreign.MemorySegment");
        }
        imports.add("java.util.List");
        if (ChangesWriter.serves(message)) {
            imports.add("io.millrace.wire.DeltaValues");
            imports.add("io.millrace.wire.ScalarKind");
            imports.add("java.util.Objects");
        }
        imports.add("java.util.Optional");
        return imports.stream().sorted().toList();
    }

    private void head() {
        out.head(
                message.packageName(),
                imports(),
                "The codec of {@link " + message.sourceName() + "}",
                message.simpleCodecName() + " implements PrecompiledCodec");
        out.line(1, "private static final String TYPE = \"" + message.binaryName() + "\";");
        out.line(
                1,
                "private static final List<String> FIELDS = "
                        + SourceText.strings(fields, each -> each.name() + ":" + each.binaryType()) + ";");
        out.line(1, "private static final List<String> NAMES = " + SourceText.strings(fields, FieldSource::name) + ";");
        out.line(0, "");
        out.line(1, "/** Called by io.millrace.wire. */");
        out.line(1, "public " + message.simpleCodecName() + "() {}");
        out.method(1, "List<String> fields()", "FIELDS");
        out.method(1, "MessageEncoder encoder(ValueEncoder[] encoders)", "new Encoder(encoders)");
        out.method(1, "MessageDecoder decoder(ValueDecoder[] decoders)", "new Decoder(decoders)");
        out.method(1, "MessageEncoder rawEncoder(ValueEncoder[] encoders)", "new RawEncoder(encoders)");
        out.method(1, "MessageDecoder rawDecoder(ValueDecoder[] decoders)", "new RawDecoder(decoders)");
        out.method(
                1,
                "MessageDecoder decoder(ValueDecoder[] decoders, int[] positions, List<String> names,"
                        + " Object[] missing)",
                "new Evolved(decoders, positions, names, missing)");
        out.method(
                1,
                "Optional<DeltaFields> changes(DeltaNested[] nested)",
                ChangesWriter.serves(message) ? "Optional.of(new Changes(nested))" : "Optional.empty()");
    }

    private void evolved() {
        boolean isRecord = message.form() == MessageSource.Form.RECORD;
        out.line(0, "");
        out.line(1, "private record Evolved(");
        out.line(3, "ValueDecoder[] decoders, int[] positions, List<String> names, Object[] missing)");
        out.line(3, "implements MessageDecoder {");
        out.open(2, "Object readFields(BinaryInput in, Object reuse)");
        out.line(3, "int field = -1;");
        out.line(3, "try {");
        if (!isRecord) {
            out.line(4, message.sourceName() + " m = new " + message.sourceName() + "();");
        }
        for (int i = 0; isRecord && i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            out.line(
                    4,
                    field.type() + " f" + i + " = missing[" + i + "] == null ? " + field.zero() + " : (" + field.boxed()
                            + ") missing[" + i + "];");
        }
        out.line(4, "for (int i = 0; i < positions.length; i++) {");
        out.line(5, "field = i;");
        out.line(5, "Object value = decoders[i].read(in, null);");
        out.line(5, "switch (positions[i]) {");
        for (int i = 0; i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            String target = isRecord ? "f" + i : "m." + field.name();
            out.line(6, "case " + i + " -> " + target + " = (" + field.boxed() + ") value;");
        }
        out.line(6, "default -> {}");
        out.line(5, "}");
        out.line(4, "}");
        out.line(4, "field = -1;");
        out.line(4, "return " + (isRecord ? message.construct("f") : "m") + ";");
        out.endTry(3, "TYPE", "names");
        out.line(2, "}");
        out.line(1, "}");
    }
}
