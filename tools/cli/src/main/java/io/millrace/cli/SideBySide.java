package io.millrace.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Two YAML documents beside each other, field by field: lines with the same key at the same depth are on one line, and
 * a mark between them says how they differ: {@code |} changed, {@code <} only on the left, {@code >} only on the right.
 */
final class SideBySide {
    /** More lines than this of a document are not shown, and their number is. */
    private static final int MAX_LINES = 400;

    private static final int MIN_COLUMN = 8;
    private static final int MAX_COLUMN = 60;

    private final List<String> left;
    private final List<String> right;
    private final int column;
    private final List<String> lines = new ArrayList<>();

    private SideBySide(List<String> left, List<String> right) {
        this.left = left;
        this.right = right;
        int longest = left.stream().mapToInt(String::length).max().orElse(0);
        this.column = Math.clamp(longest, MIN_COLUMN, MAX_COLUMN);
    }

    /** Returns the lines that show both documents. */
    static List<String> lines(String leftDocument, String rightDocument) {
        SideBySide both = new SideBySide(split(leftDocument), split(rightDocument));
        both.align();
        return both.lines;
    }

    private static List<String> split(String document) {
        List<String> all = document.lines().toList();
        if (all.size() <= MAX_LINES) {
            return all;
        }
        List<String> first = new ArrayList<>(all.subList(0, MAX_LINES));
        first.add("# and " + (all.size() - MAX_LINES) + " more lines");
        return first;
    }

    private void align() {
        int[][] common = common();
        int i = 0;
        int j = 0;
        while (i < left.size() || j < right.size()) {
            if (i < left.size() && j < right.size() && isSameKey(i, j)) {
                String mark = left.get(i).equals(right.get(j)) ? " " : "|";
                line(left.get(i++), mark, right.get(j++));
            } else if (j == right.size() || (i < left.size() && common[i + 1][j] >= common[i][j + 1])) {
                line(left.get(i++), "<", "");
            } else {
                line("", ">", right.get(j++));
            }
        }
    }

    /** Returns how many lines have the same key from each pair of positions on. */
    private int[][] common() {
        int[][] lengths = new int[left.size() + 1][right.size() + 1];
        for (int i = left.size() - 1; i >= 0; i--) {
            for (int j = right.size() - 1; j >= 0; j--) {
                lengths[i][j] =
                        isSameKey(i, j) ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
            }
        }
        return lengths;
    }

    private boolean isSameKey(int leftLine, int rightLine) {
        return key(left.get(leftLine)).equals(key(right.get(rightLine)));
    }

    /** Returns the line up to its colon, with its indentation. */
    private static String key(String line) {
        int colon = line.indexOf(": ");
        return colon >= 0 ? line.substring(0, colon + 1) : line;
    }

    private void line(String before, String mark, String now) {
        String padded = before.length() > column
                ? before.substring(0, column - 1) + "…"
                : before + " ".repeat(column - before.length());
        lines.add((padded + " " + mark + " " + now).stripTrailing());
    }
}
