package io.millrace.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid name that is nearest to a misspelt one. */
public final class NearestName {

    /** Data may contain names of any length, and the time of a comparison grows with the product of the lengths. */
    private static final int MAX_CHARS_IN_DATA = 64;

    private NearestName() {}

    /** Returns the valid name within a third of the letters of the wrong one, or empty where none is that near. */
    public static Optional<String> of(String wrong, Collection<String> right) {
        String best = nearest(wrong, right);
        int allowed = Math.max(1, Math.max(wrong.length(), best == null ? 0 : best.length()) / 3);
        return best != null && distance(wrong, best) <= allowed ? Optional.of(best) : Optional.empty();
    }

    /** Returns the end of an error message: the nearest valid name, or all of them where none is near. */
    public static String hint(String wrong, Collection<String> right) {
        return of(wrong, right)
                .map(name -> "; did you mean " + name + "?")
                .orElseGet(() -> right.isEmpty() ? "; there are none" : "; there are " + String.join(", ", right));
    }

    /** Returns {@code nearest=name} after a blank for a wrong name in data, or an empty string if none is near. */
    static String hintForData(String wrong, Collection<String> right) {
        if (wrong.length() > MAX_CHARS_IN_DATA) {
            return "";
        }
        String best = nearest(
                wrong,
                right.stream()
                        .filter(name -> name.length() <= MAX_CHARS_IN_DATA)
                        .toList());
        return best != null && distance(wrong, best) <= Math.max(1, Math.min(wrong.length(), best.length()) / 2)
                ? " nearest=" + best
                : "";
    }

    private static String nearest(String wrong, Collection<String> right) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String name : right) {
            int distance = distance(wrong, name);
            if (distance < bestDistance) {
                best = name;
                bestDistance = distance;
            }
        }
        return best;
    }

    /**
     * Returns the number of letters to insert, delete, replace or swap with a neighbour; the case of letters does not
     * count.
     */
    static int distance(String one, String other) {
        String left = one.toLowerCase(Locale.ROOT);
        String right = other.toLowerCase(Locale.ROOT);
        int[] beforePrevious = new int[right.length() + 1];
        int[] previous = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= left.length(); row++) {
            int[] current = new int[right.length() + 1];
            current[0] = row;
            for (int column = 1; column <= right.length(); column++) {
                boolean same = left.charAt(row - 1) == right.charAt(column - 1);
                int cost = Math.min(previous[column] + 1, current[column - 1] + 1);
                cost = Math.min(cost, previous[column - 1] + (same ? 0 : 1));
                boolean swapped = row > 1
                        && column > 1
                        && left.charAt(row - 1) == right.charAt(column - 2)
                        && left.charAt(row - 2) == right.charAt(column - 1);
                current[column] = swapped ? Math.min(cost, beforePrevious[column - 2] + 1) : cost;
            }
            beforePrevious = previous;
            previous = current;
        }
        return previous[right.length()];
    }
}
