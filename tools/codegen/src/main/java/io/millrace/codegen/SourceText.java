package io.millrace.codegen;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Source code that grows line by line. One thread at a time. */
final class SourceText {
    private final StringBuilder out = new StringBuilder();

    /** Adds a line, indented by so many steps. */
    void line(int depth, String text) {
        out.append(text.isEmpty() ? "" : "    ".repeat(depth)).append(text).append('\n');
    }

    /**
     * Opens a file and its public class.
     *
     * @param packageName empty for the unnamed one
     * @param imports full names of classes, in their order
     * @param written the subject of the class, for its Javadoc
     * @param declaration the class's name and what it implements
     */
    void head(String packageName, List<String> imports, String written, String declaration) {
        if (!packageName.isEmpty()) {
            line(0, "package " + packageName + ";");
            line(0, "");
        }
        imports.forEach(name -> line(0, "import " + name + ";"));
        line(0, "");
        line(0, "/** " + written + "; written by millrace-codegen. */");
        line(0, "@SuppressWarnings({\"cast\", \"exports\", \"rawtypes\", \"unchecked\"})");
        line(0, "public final class " + declaration + " {");
    }

    /**
     * Ends a {@code try} block in which {@code field} is the number of the current field, whose name is added to the
     * exception.
     */
    void endTry(int depth, String type, String names) {
        line(depth, "} catch (RuntimeException e) {");
        line(depth + 1, "throw WireException.within(e, " + type + ", " + names + ", field);");
        line(depth, "}");
    }

    /** Returns an expression of a list of strings that need no escape. */
    static <E> String strings(List<E> elements, Function<E, String> part) {
        return elements.stream()
                .map(element -> "\"" + part.apply(element) + "\"")
                .collect(Collectors.joining(", ", "List.of(", ")"));
    }

    /** Adds an overriding method that returns one expression. */
    void method(int depth, String signature, String result) {
        line(0, "");
        line(depth, "@Override");
        line(depth, "public " + signature + " {");
        line(depth + 1, "return " + result + ";");
        line(depth, "}");
    }

    /** Opens an overriding method. */
    void open(int depth, String signature) {
        line(depth, "@Override");
        line(depth, "public " + signature + " {");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
