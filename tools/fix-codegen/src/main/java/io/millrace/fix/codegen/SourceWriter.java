package io.millrace.fix.codegen;

import io.millrace.fix.codegen.MemberModel.ClassModel;
import io.millrace.fix.codegen.MemberModel.Code;
import io.millrace.fix.codegen.MemberModel.CodesModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Writes sources in the form that formatters of Java leave as they are. One for each file. */
final class SourceWriter {

    private static final int LINE = 120;
    private static final int MOST_ON_A_LINE = 3;

    private final MessagesFile file;
    private final MessagesFile.Form form;
    private final Set<String> imports = new TreeSet<>();
    private final StringBuilder body = new StringBuilder();

    private SourceWriter(MessagesFile file) {
        this.file = file;
        form = file.form();
    }

    static GeneratedSource message(MessagesFile file, ClassModel model) {
        SourceWriter writer = new SourceWriter(file);
        writer.imports.add("io.millrace.fix.FixMsgType");
        List<String> annotations = new ArrayList<>(List.of("@FixMsgType(\"" + model.msgType() + "\")"));
        writer.precompiled(annotations);
        writer.type(0, model, annotations);
        return writer.source(model.name());
    }

    static GeneratedSource codes(MessagesFile file, CodesModel model) {
        SourceWriter writer = new SourceWriter(file);
        writer.imports.add("io.millrace.fix.FixCode");
        writer.line(
                0,
                "/** The values of " + model.field().name() + " ("
                        + model.field().tag() + "). */");
        writer.line(0, "public enum " + model.name() + " {");
        for (int i = 0; i < model.codes().size(); i++) {
            Code code = model.codes().get(i);
            writer.line(1, "/** The value {@code " + code.value() + "}. */");
            writer.line(1, "@FixCode(\"" + escaped(code.value()) + "\")");
            writer.line(1, code.constant() + (i + 1 < model.codes().size() ? "," : ""));
            if (i + 1 < model.codes().size()) {
                writer.line(0, "");
            }
        }
        writer.line(0, "}");
        return writer.source(model.name());
    }

    static GeneratedSource calls(MessagesFile file, String name, List<ClassModel> messages, boolean session) {
        SourceWriter writer = new SourceWriter(file);
        List<String> annotations = new ArrayList<>();
        writer.precompiled(annotations);
        writer.line(0, "/** Calls with messages of FIX. */");
        annotations.forEach(annotation -> writer.line(0, annotation));
        writer.line(0, "public interface " + name + " {");
        for (ClassModel message : messages) {
            String parameter = message.name().substring(0, 1).toLowerCase(Locale.ROOT)
                    + message.name().substring(1);
            writer.line(0, "");
            writer.line(1, "/** Takes a " + message.described() + (session ? " of a session. */" : ". */"));
            writer.line(
                    1,
                    "void " + parameter + "(" + (session ? "String session, " : "") + message.name() + " " + parameter
                            + ");");
        }
        writer.line(0, "}");
        return writer.source(name);
    }

    private void precompiled(List<String> annotations) {
        if (file.isPrecompiled()) {
            imports.add("io.millrace.wire.Precompiled");
            annotations.add("@Precompiled");
        }
    }

    private void type(int depth, ClassModel model, List<String> annotations) {
        imports.add("io.millrace.fix.FixTag");
        if (form == MessagesFile.Form.RECORDS) {
            recordType(depth, model, annotations);
        } else {
            classType(depth, model, annotations);
        }
    }

    private void classType(int depth, ClassModel model, List<String> annotations) {
        line(
                depth,
                "/** " + model.described() + ", mutable: the object of a call is filled again for the next one. */");
        annotations.forEach(annotation -> line(depth, annotation));
        line(depth, "public " + (depth == 0 ? "" : "static ") + "final class " + model.name() + " {");
        for (MemberModel member : model.members()) {
            JavaType type = JavaType.of(member, form);
            imports.addAll(type.imports());
            line(0, "");
            line(depth + 1, "/** " + member.described() + ". */");
            line(depth + 1, tag(member));
            if (type.annotation() != null) {
                line(depth + 1, type.annotation());
            }
            String initial = type.initial() == null ? "" : " = " + type.initial();
            line(depth + 1, "public " + type.declared() + " " + member.name() + initial + ";");
        }
        line(0, "");
        line(depth + 1, "/** Creates an empty one. */");
        line(depth + 1, "public " + model.name() + "() {}");
        entries(depth + 1, model);
        line(depth, "}");
    }

    private void recordType(int depth, ClassModel model, List<String> annotations) {
        line(depth, "/**");
        line(depth, " * " + model.described() + ".");
        line(depth, " *");
        List<String> components = new ArrayList<>();
        for (MemberModel member : model.members()) {
            JavaType type = JavaType.of(member, form);
            imports.addAll(type.imports());
            line(depth, " * @param " + member.name() + " " + member.described());
            components.add(tag(member) + " " + type.declared() + " " + member.name());
        }
        line(depth, " */");
        annotations.forEach(annotation -> line(depth, annotation));
        boolean nested = model.members().stream().anyMatch(member -> member.entry() != null);
        String head = "public record " + model.name() + "(";
        String tail = nested ? ") {" : ") {}";
        String one = head + String.join(", ", components) + tail;
        if (components.size() < MOST_ON_A_LINE && 4 * depth + one.length() <= LINE) {
            line(depth, one);
        } else {
            line(depth, head);
            for (int i = 0; i < components.size(); i++) {
                line(depth + 2, components.get(i) + (i + 1 < components.size() ? "," : tail));
            }
        }
        if (nested) {
            entries(depth + 1, model);
            line(depth, "}");
        }
    }

    private void entries(int depth, ClassModel model) {
        for (MemberModel member : model.members()) {
            if (member.entry() != null) {
                line(0, "");
                type(depth, member.entry(), List.of());
            }
        }
    }

    private static String tag(MemberModel member) {
        String more = (member.decimals() < 0 ? "" : ", decimals = " + member.decimals())
                + (member.required() ? ", required = true" : "");
        int tag = member.field().tag();
        return more.isEmpty() ? "@FixTag(" + tag + ")" : "@FixTag(value = " + tag + more + ")";
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private void line(int depth, String text) {
        body.append(text.isEmpty() ? "" : "    ".repeat(depth)).append(text).append('\n');
    }

    private GeneratedSource source(String name) {
        StringBuilder text = new StringBuilder("// Generated from " + file.name() + "; changes are lost.\n");
        text.append("package ").append(file.packageName()).append(";\n\n");
        imports.forEach(each -> text.append("import ").append(each).append(";\n"));
        text.append(imports.isEmpty() ? "" : "\n").append(body);
        return new GeneratedSource(file.packageName(), name, text.toString());
    }
}
