package io.millrace.codegen;

import io.millrace.codegen.CallSource.MethodSource;
import io.millrace.codegen.FieldSource.Access;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generates the source of an interface's writer and of the decoders of its calls. */
final class CallsWriter {
    private static final List<String> IMPORTS = List.of(
            "io.millrace.wire.BinaryInput",
            "io.millrace.wire.BinaryOutput",
            "io.millrace.wire.CallDecoder",
            "io.millrace.wire.CallSink",
            "io.millrace.wire.PrecompiledCalls",
            "io.millrace.wire.ValueDecoder",
            "io.millrace.wire.ValueEncoder",
            "io.millrace.wire.WireException",
            "java.util.List");

    private final SourceText out = new SourceText();
    private final InterfaceSource type;
    private final List<CallSource> calls;
    private int writers;

    private CallsWriter(InterfaceSource type) {
        this.type = type;
        this.calls = type.calls();
    }

    static String write(InterfaceSource type) {
        CallsWriter writer = new CallsWriter(type);
        writer.head();
        writer.invoke();
        writer.plan();
        List<Integer> written = IntStream.range(0, writer.calls.size()).boxed().toList();
        writer.writer(type.sourceName(), type.binaryName(), 0, written);
        for (int i = 0; i < writer.calls.size(); i++) {
            writer.decoder(i);
        }
        writer.out.line(0, "}");
        return writer.out.toString();
    }

    private void head() {
        out.head(
                type.packageName(),
                IMPORTS,
                "The calls of {@link " + type.sourceName() + "}",
                type.simpleCodecName() + " implements PrecompiledCalls");
        out.line(
                1,
                "private static final List<String> CALLS = " + SourceText.strings(calls, CallSource::signature) + ";");
        for (int i = 0; i < calls.size(); i++) {
            CallSource call = calls.get(i);
            out.line(1, "private static final String W" + i + " = \"" + type.binaryName() + "." + call.path() + "\";");
            out.line(
                    1,
                    "private static final List<String> N" + i + " = "
                            + SourceText.strings(call.parameters(), FieldSource::name) + ";");
        }
        out.line(0, "");
        out.line(1, "/** Called by io.millrace.wire. */");
        out.line(1, "public " + type.simpleCodecName() + "() {}");
        out.method(1, "List<String> calls()", "CALLS");
        out.method(
                1,
                "Object writer(CallSink sink, int[] numbers, ValueEncoder[][] encoders)",
                "new Writer0(sink, new Plan(numbers, encoders))");
        out.line(0, "");
        out.open(1, "CallDecoder decoder(int call, ValueDecoder[] decoders)");
        out.line(2, "return switch (call) {");
        for (int i = 0; i < calls.size(); i++) {
            out.line(3, "case " + i + " -> new Decoder" + i + "(decoders);");
        }
        out.line(3, "default -> throw new IndexOutOfBoundsException(call);");
        out.line(2, "};");
        out.line(1, "}");
    }

    private void invoke() {
        out.line(0, "");
        out.open(1, "Object invoke(int call, int method, Object target, Object[] a)");
        out.line(2, "switch (call) {");
        for (int i = 0; i < calls.size(); i++) {
            CallSource call = calls.get(i);
            out.line(3, "case " + i + " -> {");
            for (int m = 0; m < call.methods().size(); m++) {
                MethodSource method = call.methods().get(m);
                int first = call.first(m);
                String arguments = IntStream.range(0, method.parameters().size())
                        .mapToObj(k -> "(" + method.parameters().get(k).boxed() + ") a[" + (first + k) + "]")
                        .collect(Collectors.joining(", "));
                String invoked = "((" + method.ownerType() + ") target)." + method.name() + "(" + arguments + ");";
                if (method.returned().isEmpty()) {
                    out.line(4, invoked);
                } else {
                    out.line(4, "if (method == " + m + ") {");
                    out.line(5, "return " + invoked);
                    out.line(4, "}");
                }
            }
            out.line(3, "}");
        }
        out.line(3, "default -> throw new IndexOutOfBoundsException(call);");
        out.line(2, "}");
        out.line(2, "return null;");
        out.line(1, "}");
    }

    /** Generates the class of what all writers of the interface share. */
    private void plan() {
        List<String> fields = new ArrayList<>();
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            fields.add("private final int n" + i + ";");
            assignments.add("n" + i + " = numbers[" + i + "];");
            List<FieldSource> parameters = calls.get(i).parameters();
            for (int k = 0; k < parameters.size(); k++) {
                if (parameters.get(k).access() == Access.CODEC) {
                    fields.add("private final ValueEncoder e" + i + "_" + k + ";");
                    assignments.add("e" + i + "_" + k + " = encoders[" + i + "][" + k + "];");
                }
            }
        }
        out.line(0, "");
        out.line(1, "private static final class Plan {");
        fields.forEach(field -> out.line(2, field));
        out.line(0, "");
        out.line(2, "Plan(int[] numbers, ValueEncoder[][] encoders) {");
        assignments.forEach(assignment -> out.line(3, assignment));
        out.line(2, "}");
        out.line(1, "}");
    }

    /**
     * Generates a class that writes calls, and after it the classes for the interfaces that its methods return.
     *
     * @param implemented the interface
     * @param name the full name of the interface
     * @param depth how many methods of a chain have been called
     * @param numbers the calls
     */
    private void writer(String implemented, String name, int depth, List<Integer> numbers) {
        List<FieldSource> kept = numbers.isEmpty() || depth == 0
                ? List.of()
                : calls.get(numbers.getFirst()).parameters().subList(0, first(numbers.getFirst(), depth));
        String self = "Writer" + writers++;
        out.line(0, "");
        out.line(1, "private static final class " + self + " implements " + implemented + " {");
        out.line(2, "private final CallSink sink;");
        out.line(2, "private final Plan plan;");
        StringBuilder parameters = new StringBuilder("CallSink sink, Plan plan");
        for (int k = 0; k < kept.size(); k++) {
            out.line(2, "private final " + kept.get(k).type() + " a" + k + ";");
            parameters.append(", ").append(kept.get(k).type()).append(" a").append(k);
        }
        out.line(0, "");
        out.line(2, self + "(" + parameters + ") {");
        out.line(3, "this.sink = sink;");
        out.line(3, "this.plan = plan;");
        for (int k = 0; k < kept.size(); k++) {
            out.line(3, "this.a" + k + " = a" + k + ";");
        }
        out.line(2, "}");
        out.method(2, "String toString()", "\"MethodWriter[" + name + "]\"");
        Map<String, List<Integer>> links = new LinkedHashMap<>();
        for (int i : numbers) {
            if (calls.get(i).methods().size() == depth + 1) {
                call(i, kept.size());
            } else {
                MethodSource link = calls.get(i).methods().get(depth);
                links.computeIfAbsent(link.erasure(), _ -> new ArrayList<>()).add(i);
            }
        }
        int next = writers; // the classes after this one get the next numbers, each including its own following classes
        List<Runnable> behind = new ArrayList<>();
        for (List<Integer> following : links.values()) {
            MethodSource link = calls.get(following.getFirst()).methods().get(depth);
            MethodSource after = calls.get(following.getFirst()).methods().get(depth + 1);
            link(link, kept.size(), "Writer" + next);
            behind.add(() -> writer(link.returned(), after.ownerName(), depth + 1, following));
            next += classes(following, depth + 1);
        }
        out.line(1, "}");
        behind.forEach(Runnable::run);
    }

    /** Returns how many classes {@link #writer} generates for calls at a depth. */
    private int classes(List<Integer> numbers, int depth) {
        return 1
                + numbers.stream()
                        .filter(i -> calls.get(i).methods().size() > depth + 1)
                        .collect(Collectors.groupingBy(
                                i -> calls.get(i).methods().get(depth).erasure()))
                        .values()
                        .stream()
                        .mapToInt(following -> classes(following, depth + 1))
                        .sum();
    }

    private int first(int call, int method) {
        return calls.get(call).first(method);
    }

    private void signature(MethodSource method, int first, String returned) {
        String parameters = IntStream.range(0, method.parameters().size())
                .mapToObj(k -> method.parameters().get(k).type() + " p" + (first + k))
                .collect(Collectors.joining(", "));
        out.line(0, "");
        out.open(2, returned + " " + method.name() + "(" + parameters + ")");
    }

    private void link(MethodSource link, int kept, String next) {
        signature(link, kept, link.returned());
        StringBuilder arguments = new StringBuilder("sink, plan");
        for (int k = 0; k < kept; k++) {
            arguments.append(", a").append(k);
        }
        for (int k = 0; k < link.parameters().size(); k++) {
            arguments.append(", p").append(kept + k);
        }
        out.line(3, "return new " + next + "(" + arguments + ");");
        out.line(2, "}");
    }

    private void call(int i, int kept) {
        List<FieldSource> parameters = calls.get(i).parameters();
        signature(calls.get(i).methods().getLast(), kept, "void");
        out.line(3, "BinaryOutput out = sink.begin(plan.n" + i + ");");
        out.line(3, "int field = 0;");
        out.line(3, "try {");
        for (int k = 0; k < parameters.size(); k++) {
            if (k > 0) {
                out.line(4, "field = " + k + ";");
            }
            FieldSource parameter = parameters.get(k);
            String value = (k < kept ? "a" : "p") + k;
            out.line(
                    4,
                    parameter.access() == Access.DIRECT
                            ? "out.write" + parameter.suffix() + "(" + value + ");"
                            : "plan.e" + i + "_" + k + ".write(out, " + value + ");");
        }
        out.line(3, "} catch (RuntimeException e) {");
        out.line(4, "WireException error = WireException.within(e, W" + i + ", N" + i + ", field);");
        out.line(4, "sink.abort(plan.n" + i + ", error);");
        out.line(4, "throw error;");
        out.line(3, "} catch (Error e) {");
        out.line(4, "sink.abort(plan.n" + i + ", e);");
        out.line(4, "throw e;");
        out.line(3, "}");
        out.line(3, "sink.end(plan.n" + i + ");");
        out.line(2, "}");
    }

    private void decoder(int i) {
        CallSource call = calls.get(i);
        List<FieldSource> parameters = call.parameters();
        out.line(0, "");
        out.line(1, "private static final class Decoder" + i + " extends CallDecoder {");
        for (int k = 0; k < parameters.size(); k++) {
            if (parameters.get(k).access() == Access.CODEC) {
                out.line(2, "private final ValueDecoder d" + k + ";");
            }
        }
        out.line(0, "");
        out.line(2, "Decoder" + i + "(ValueDecoder[] all) {");
        for (int k = 0; k < parameters.size(); k++) {
            if (parameters.get(k).access() == Access.CODEC) {
                out.line(3, "d" + k + " = all[" + k + "];");
            }
        }
        out.line(2, "}");
        out.line(0, "");
        out.open(2, "void call(BinaryInput in, Object target)");
        out.line(3, "int field = -1;");
        for (int k = 0; k < parameters.size(); k++) {
            out.line(3, parameters.get(k).type() + " p" + k + ";");
        }
        out.line(3, type.sourceName() + " t0 = (" + type.sourceName() + ") target;");
        for (int m = 0; m < call.methods().size(); m++) {
            read(i, m);
        }
        out.line(2, "}");
        out.line(1, "}");
    }

    /** Generates the code that reads the arguments of one method of a chain, and calls it. */
    private void read(int i, int m) {
        CallSource call = calls.get(i);
        MethodSource method = call.methods().get(m);
        int first = call.first(m);
        out.line(3, "try {");
        out.line(4, "field = -1;");
        for (int k = first; k < first + method.parameters().size(); k++) {
            FieldSource parameter = method.parameters().get(k - first);
            out.line(4, "field = " + k + ";");
            out.line(4, "p" + k + " = " + value(parameter, k) + ";");
        }
        boolean last = m == call.methods().size() - 1;
        if (last) {
            out.line(4, "field = -1;");
            out.line(4, "in.expectEnd();");
        }
        out.endTry(3, "W" + i, "N" + i);
        String arguments = IntStream.range(first, first + method.parameters().size())
                .mapToObj(k -> "p" + k)
                .collect(Collectors.joining(", "));
        String invoked = "t" + m + "." + method.name() + "(" + arguments + ");";
        if (last) {
            out.line(3, invoked);
            return;
        }
        String next = "t" + (m + 1);
        out.line(3, method.returned() + " " + next + " = " + invoked);
        out.line(3, "if (" + next + " == null) {");
        out.line(4, "return;");
        out.line(3, "}");
    }

    private static String value(FieldSource parameter, int k) {
        if (parameter.access() == Access.DIRECT) {
            return "in.read" + parameter.suffix() + "(" + (parameter.suffix().equals("Bytes") ? "null" : "") + ")";
        }
        return "(" + parameter.boxed() + ") d" + k + ".read(in, null)";
    }
}
