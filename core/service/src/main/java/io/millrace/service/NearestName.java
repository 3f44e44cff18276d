package io.millrace.service;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid name that is nearest to a misspelt one. */
public final class NearestName {
    private NearestName() {}

    /** Returns the valid name within a third of the letters of the wrong one, or empty where none is that near. */
    public static Optional<String> of(String wrong, Collection<String> right) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String name : right) {
            int distance = distance(wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = name;
                bestDistance = distance;
            }
        }
        int allowed = Math.max(1, Math.max(wrong.length(), best == null ? 0 : best.length()) / 3);
        return bestDistance <= allowed ? Optional.ofNullable(best) : Optional.empty();
    }

    /** Returns the end of an error message: the nearest valid name, or all of them where none is near. */
    public static String hint(String wrong, Collection<String> right) {
        return of(wrong, right)
                .map(name -> "; did you mean " + name + "?")
                .orElseGet(() -> right.isEmpty() ? "; there are none" : "; there are " + String.join(", ", right));
    }

    /** Returns the number of letters to insert, delete, replace or swap with a neighbour. */
    private static int distance(String left, String right) {
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
