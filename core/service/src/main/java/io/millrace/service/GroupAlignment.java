package io.millrace.service;

import io.millrace.service.ReplayDifference.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Aligns the recorded calls of one input with those that the component writes now: the longest common subsequence is
 * equal; between two equal calls, calls of the same method are a change, and what is left on one side is missing or
 * added.
 */
final class GroupAlignment {

    /** More calls than this on a side are compared by position from there on. */
    private static final int MAX_CALLS = 1_000;

    /**
     * A call of a group.
     *
     * @param key what is compared
     * @param text what is shown
     * @param output the position of the record in the output; empty for a call that is not recorded
     */
    record Call(String key, String text, String output) {}

    private final String input;
    private final String groupOutput;
    private final List<Call> recorded;
    private final List<Call> replayed;
    private final List<ReplayDifference> differences = new ArrayList<>();

    private GroupAlignment(String input, String groupOutput, List<Call> recorded, List<Call> replayed) {
        this.input = input;
        this.groupOutput = groupOutput;
        this.recorded = recorded;
        this.replayed = replayed;
    }

    /** Returns the differences between the calls of a group, in order. */
    static List<ReplayDifference> differences(
            String input, String groupOutput, List<Call> recorded, List<Call> replayed) {
        GroupAlignment alignment = new GroupAlignment(input, groupOutput, recorded, replayed);
        alignment.align();
        return alignment.differences;
    }

    private void align() {
        int left = Math.min(recorded.size(), MAX_CALLS);
        int right = Math.min(replayed.size(), MAX_CALLS);
        int[][] common = common(left, right);
        int i = 0;
        int j = 0;
        int fromLeft = 0;
        int fromRight = 0;
        while (i < left && j < right) {
            if (isEqual(i, j)) {
                between(fromLeft, i, fromRight, j);
                i++;
                j++;
                fromLeft = i;
                fromRight = j;
            } else if (common[i + 1][j] >= common[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        between(fromLeft, recorded.size(), fromRight, replayed.size());
    }

    private boolean isEqual(int left, int right) {
        return recorded.get(left).key().equals(replayed.get(right).key());
    }

    /** Returns the lengths of the longest common subsequences of the calls from each pair of positions on. */
    private int[][] common(int left, int right) {
        int[][] lengths = new int[left + 1][right + 1];
        for (int i = left - 1; i >= 0; i--) {
            for (int j = right - 1; j >= 0; j--) {
                lengths[i][j] =
                        isEqual(i, j) ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
            }
        }
        return lengths;
    }

    /** Adds the calls between two equal ones: calls of the same method are a change, in order. */
    private void between(int left, int leftEnd, int right, int rightEnd) {
        int j = right;
        for (int i = left; i < leftEnd; i++) {
            int same = j;
            while (same < rightEnd && !method(recorded.get(i)).equals(method(replayed.get(same)))) {
                same++;
            }
            if (same == rightEnd) {
                add(Kind.MISSING, recorded.get(i).output(), recorded.get(i).text(), "");
                continue;
            }
            for (; j < same; j++) {
                add(Kind.ADDED, groupOutput, "", replayed.get(j).text());
            }
            if (!isEqual(i, j)) { // those after the first thousand may be
                add(
                        Kind.CHANGED,
                        recorded.get(i).output(),
                        recorded.get(i).text(),
                        replayed.get(j).text());
            }
            j++;
        }
        for (; j < rightEnd; j++) {
            add(Kind.ADDED, groupOutput, "", replayed.get(j).text());
        }
    }

    private static String method(Call call) {
        int colon = call.key().indexOf(':');
        return colon < 0 ? call.key() : call.key().substring(0, colon);
    }

    private void add(Kind kind, String output, String before, String now) {
        differences.add(new ReplayDifference(kind, input, output, before, now));
    }
}
