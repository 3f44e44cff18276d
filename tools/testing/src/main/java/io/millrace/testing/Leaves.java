package io.millrace.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values of a call in canonical YAML by their paths, such as {@code order.legs[2].price}. Only what the canonical
 * form writes is understood: block style, one key or element a line.
 */
final class Leaves {
    /** A key or element that may have others below it. */
    private static final class Level {
        private final int indent;
        private final String path;
        private int elements;

        Level(int indent, String path) {
            this.indent = indent;
            this.path = path;
        }
    }

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Deque<Level> levels = new ArrayDeque<>();

    private Leaves() {
        levels.push(new Level(-1, ""));
    }

    static Map<String, String> of(String yaml) {
        Leaves leaves = new Leaves();
        yaml.lines().forEach(leaves::line);
        return leaves.values;
    }

    private void line(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        String rest = line.substring(indent);
        boolean element = rest.startsWith("- ") || rest.equals("-");
        while (levels.peek().indent >= indent) {
            levels.pop();
        }
        while (element) {
            Level parent = levels.peek();
            String path = parent.path + "[" + ++parent.elements + "]";
            levels.push(new Level(indent, path));
            rest = rest.length() < 2 ? "" : rest.substring(2);
            indent += 2;
            element = rest.startsWith("- ");
        }
        int colon = keyEnd(rest);
        if (colon < 0) {
            // The next line of a text, or a scalar that is an element.
            values.merge(levels.peek().path, rest, (text, more) -> text + "\\n" + more);
            return;
        }
        String parent = levels.peek().path;
        String path = parent.isEmpty() ? rest.substring(0, colon) : parent + "." + rest.substring(0, colon);
        levels.push(new Level(indent, path));
        String value = rest.substring(colon + 1).strip();
        if (!value.isEmpty()) {
            values.put(path, value);
        }
    }

    private static int keyEnd(String text) {
        if (text.startsWith("\"") || text.startsWith("'")) {
            int quote = text.indexOf(text.charAt(0), 1);
            return quote >= 0 && quote + 1 < text.length() && text.charAt(quote + 1) == ':' ? quote + 1 : -1;
        }
        int colon = text.indexOf(": ");
        return colon < 0 && text.endsWith(":") ? text.length() - 1 : colon;
    }
}
