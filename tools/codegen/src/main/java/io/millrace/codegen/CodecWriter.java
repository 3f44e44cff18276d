package io.millrace.codegen;

import io.millrace.codegen.FieldSource.Access;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the source of a codec: straight-line code, which does what the wire's own generated classes do. */
final class CodecWriter {
    private static final List<String> IMPORTS = List.of(
            "io.millrace.wire.BinaryInput",
            "io.millrace.wire.BinaryOutput",
            "io.millrace.wire.MessageDecoder",
            "io.millrace.wire.MessageEncoder",
            "io.millrace.wire.PrecompiledCodec",
            "io.millrace.wire.ValueDecoder",
            "io.millrace.wire.ValueEncoder",
            "io.millrace.wire.WireException",
            "java.util.List");

    private final StringBuilder out = new StringBuilder();
    private final MessageSource message;
    private final List<FieldSource> fields;

    private CodecWriter(MessageSource message) {
        this.message = message;
        this.fields = message.fields();
    }

    static String write(MessageSource message) {
        CodecWriter writer = new CodecWriter(message);
        writer.head();
        writer.encoder();
        writer.decoder();
        writer.evolved();
        return writer.out.append("}\n").toString();
    }

    private void line(int depth, String text) {
        out.append(text.isEmpty() ? "" : "    ".repeat(depth)).append(text).append('\n');
    }

    private void head() {
        if (!message.packageName().isEmpty()) {
            line(0, "package " + message.packageName() + ";");
            line(0, "");
        }
        IMPORTS.forEach(name -> line(0, "import " + name + ";"));
        line(0, "");
        line(0, "/** The codec of {@link " + message.sourceName() + "}; written by millrace-codegen. */");
        line(0, "@SuppressWarnings({\"cast\", \"exports\", \"rawtypes\", \"unchecked\"})");
        line(0, "public final class " + message.simpleCodecName() + " implements PrecompiledCodec {");
        line(1, "private static final String TYPE = \"" + message.binaryName() + "\";");
        line(
                1,
                "private static final List<String> FIELDS = " + list(each -> each.name() + ":" + each.binaryType())
                        + ";");
        line(1, "private static final List<String> NAMES = " + list(FieldSource::name) + ";");
        line(0, "");
        line(1, "/** For the wire. */");
        line(1, "public " + message.simpleCodecName() + "() {}");
        method("List<String> fields()", "FIELDS");
        method("MessageEncoder encoder(ValueEncoder[] encoders)", "new Encoder(encoders)");
        method("MessageDecoder decoder(ValueDecoder[] decoders)", "new Decoder(decoders)");
        method(
                "MessageDecoder decoder(ValueDecoder[] decoders, int[] places, List<String> names, Object[] missing)",
                "new Evolved(decoders, places, names, missing)");
    }

    private String list(Function<FieldSource, String> part) {
        return fields.stream()
                .map(field -> "\"" + part.apply(field) + "\"")
                .collect(Collectors.joining(", ", "List.of(", ")"));
    }

    private void method(String signature, String result) {
        line(0, "");
        line(1, "@Override");
        line(1, "public " + signature + " {");
        line(2, "return " + result + ";");
        line(1, "}");
    }

    private void start(String name, String parent, String element, String letter) {
        line(0, "");
        line(1, "private static final class " + name + " implements " + parent + " {");
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).access() == Access.CODEC) {
                line(2, "private final " + element + " " + letter + i + ";");
            }
        }
        line(0, "");
        line(2, name + "(" + element + "[] all) {");
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).access() == Access.CODEC) {
                line(3, letter + i + " = all[" + i + "];");
            }
        }
        line(2, "}");
        line(0, "");
    }

    private void end(String names) {
        line(3, "} catch (RuntimeException e) {");
        line(4, "throw WireException.within(e, TYPE, " + names + ", field);");
        line(3, "}");
        line(2, "}");
        line(1, "}");
    }

    private void encoder() {
        start("Encoder", "MessageEncoder", "ValueEncoder", "e");
        line(2, "@Override");
        line(2, "public void writeFields(BinaryOutput out, Object message) {");
        if (!message.isFinal()) {
            line(3, "if (message.getClass() != " + message.sourceName() + ".class) {");
            line(4, "throw WireException.otherClass(message, TYPE);");
            line(3, "}");
        }
        line(3, message.sourceName() + " m = (" + message.sourceName() + ") message;");
        line(3, "int field = 0;");
        line(3, "try {");
        for (int i = 0; i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            if (i > 0) {
                line(4, "field = " + i + ";");
            }
            String value = "m." + field.name() + (message.form() == MessageSource.Form.RECORD ? "()" : "");
            line(
                    4,
                    field.access() == Access.DIRECT
                            ? "out.write" + field.suffix() + "(" + value + ");"
                            : "e" + i + ".write(out, " + value + ");");
        }
        end("NAMES");
    }

    private void decoder() {
        start("Decoder", "MessageDecoder", "ValueDecoder", "d");
        line(2, "@Override");
        line(2, "public Object readFields(BinaryInput in, Object reuse) {");
        line(3, "int field = -1;");
        line(3, "try {");
        boolean isRecord = message.form() == MessageSource.Form.RECORD;
        if (!isRecord) {
            String name = message.sourceName();
            line(
                    4,
                    name + " m = reuse != null && reuse.getClass() == " + name + ".class ? (" + name + ") reuse : new "
                            + name + "();");
        }
        for (int i = 0; i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            line(4, "field = " + i + ";");
            String target = isRecord ? field.type() + " f" + i : "m." + field.name();
            line(4, target + " = " + read(field, i, isRecord ? "null" : "m." + field.name()) + ";");
        }
        line(4, "field = -1;");
        line(4, "return " + (isRecord ? construct() : "m") + ";");
        end("NAMES");
    }

    private static String read(FieldSource field, int i, String current) {
        if (field.access() == Access.DIRECT) {
            return "in.read" + field.suffix() + "(" + (field.suffix().equals("Bytes") ? current : "") + ")";
        }
        return "(" + field.boxed() + ") d" + i + ".read(in, " + (field.isPrimitive() ? "null" : current) + ")";
    }

    private String construct() {
        StringBuilder arguments = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            arguments.append(i == 0 ? "f" : ", f").append(i);
        }
        return "new " + message.sourceName() + "(" + arguments + ")";
    }

    private void evolved() {
        boolean isRecord = message.form() == MessageSource.Form.RECORD;
        line(0, "");
        line(1, "private record Evolved(");
        line(3, "ValueDecoder[] decoders, int[] places, List<String> names, Object[] missing)");
        line(3, "implements MessageDecoder {");
        line(2, "@Override");
        line(2, "public Object readFields(BinaryInput in, Object reuse) {");
        line(3, "int field = -1;");
        line(3, "try {");
        if (!isRecord) {
            line(4, message.sourceName() + " m = new " + message.sourceName() + "();");
        }
        for (int i = 0; isRecord && i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            line(
                    4,
                    field.type() + " f" + i + " = missing[" + i + "] == null ? " + field.zero() + " : (" + field.boxed()
                            + ") missing[" + i + "];");
        }
        line(4, "for (int i = 0; i < places.length; i++) {");
        line(5, "field = i;");
        line(5, "Object value = decoders[i].read(in, null);");
        line(5, "switch (places[i]) {");
        for (int i = 0; i < fields.size(); i++) {
            FieldSource field = fields.get(i);
            String target = isRecord ? "f" + i : "m." + field.name();
            line(6, "case " + i + " -> " + target + " = (" + field.boxed() + ") value;");
        }
        line(6, "default -> {}");
        line(5, "}");
        line(4, "}");
        line(4, "field = -1;");
        line(4, "return " + (isRecord ? construct() : "m") + ";");
        end("names");
    }
}
