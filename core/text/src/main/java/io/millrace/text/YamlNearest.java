package io.millrace.text;

import java.util.Collection;
import java.util.Locale;

/** Finds the right name that a wrong one was meant to be. */
final class YamlNearest {
    private static final int MAX_CHARS = 64;

    private YamlNearest() {}

    /** {@code nearest=name} with a blank in front, or nothing where no candidate is near enough to be meant. */
    static String hint(String wrong, Collection<String> candidates) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        if (wrong.length() <= MAX_CHARS) {
            for (String candidate : candidates) {
                if (candidate.length() <= MAX_CHARS) {
                    int distance = distance(wrong, candidate);
                    if (distance < bestDistance) {
                        best = candidate;
                        bestDistance = distance;
                    }
                }
            }
        }
        return best != null && bestDistance <= Math.max(1, Math.min(wrong.length(), best.length()) / 2)
                ? " nearest=" + best
                : "";
    }

    /** Single insertions, removals, replacements and swaps of neighbours; a change of case alone costs nothing. */
    static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
