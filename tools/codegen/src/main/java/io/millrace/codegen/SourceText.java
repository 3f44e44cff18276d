package io.millrace.codegen;

/** Source code that grows line by line. One thread at a time. */
final class SourceText {
    private final StringBuilder out = new StringBuilder();

    /** Adds a line, indented by so many steps. */
    void line(int depth, String text) {
        out.append(text.isEmpty() ? "" : "    ".repeat(depth)).append(text).append('\n');
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
