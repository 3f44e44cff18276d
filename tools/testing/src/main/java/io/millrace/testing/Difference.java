package io.millrace.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Says, for people, how two lists of calls differ: which call, which field, what was expected and what came. */
final class Difference {
    private static final int SHOWN = 10;

    /** Beyond this many calls on either side, calls are paired by number alone. */
    private static final int ALIGNED = 2_000;

    private final List<RecordedCall> expected;
    private final List<RecordedCall> actual;
    private final List<String> expectedTexts;
    private final List<String> actualTexts;
    private final List<String> found = new ArrayList<>();

    private Difference(List<RecordedCall> expected, List<RecordedCall> actual) {
        this.expected = expected;
        this.actual = actual;
        this.expectedTexts = expected.stream().map(RecordedCall::yaml).toList();
        this.actualTexts = actual.stream().map(RecordedCall::yaml).toList();
    }

    /** The differences, empty where there are none. */
    static String between(List<RecordedCall> expected, List<RecordedCall> actual) {
        Difference difference = new Difference(expected, actual);
        if (difference.expectedTexts.equals(difference.actualTexts)) {
            return "";
        }
        difference.compare();
        int more = difference.found.size() - SHOWN;
        return String.join("", difference.found.subList(0, Math.min(SHOWN, difference.found.size())))
                + (more > 0 ? "  and " + more + " more\n" : "");
    }

    private void compare() {
        int start = 0;
        int expectedEnd = expected.size();
        int actualEnd = actual.size();
        while (start < Math.min(expectedEnd, actualEnd)
                && expectedTexts.get(start).equals(actualTexts.get(start))) {
            start++;
        }
        while (Math.min(expectedEnd, actualEnd) > start
                && expectedTexts.get(expectedEnd - 1).equals(actualTexts.get(actualEnd - 1))) {
            expectedEnd--;
            actualEnd--;
        }
        if (Math.max(expectedEnd, actualEnd) - start > ALIGNED) {
            report(start, expectedEnd, start, actualEnd);
            return;
        }
        align(start, expectedEnd, actualEnd);
    }

    /** Walks along a longest common subsequence and reports what stands between its members. */
    private void align(int start, int expectedEnd, int actualEnd) {
        int[][] common = new int[expectedEnd - start + 1][actualEnd - start + 1];
        for (int e = expectedEnd - 1; e >= start; e--) {
            for (int a = actualEnd - 1; a >= start; a--) {
                common[e - start][a - start] = expectedTexts.get(e).equals(actualTexts.get(a))
                        ? common[e - start + 1][a - start + 1] + 1
                        : Math.max(common[e - start + 1][a - start], common[e - start][a - start + 1]);
            }
        }
        int e = start;
        int a = start;
        int fromExpected = start;
        int fromActual = start;
        while (e < expectedEnd && a < actualEnd) {
            if (expectedTexts.get(e).equals(actualTexts.get(a))) {
                report(fromExpected, e, fromActual, a);
                fromExpected = ++e;
                fromActual = ++a;
            } else if (common[e - start + 1][a - start] >= common[e - start][a - start + 1]) {
                e++;
            } else {
                a++;
            }
        }
        report(fromExpected, expectedEnd, fromActual, actualEnd);
    }

    private void report(int fromExpected, int expectedEnd, int fromActual, int actualEnd) {
        int e = fromExpected;
        int a = fromActual;
        while (e < expectedEnd && a < actualEnd) {
            RecordedCall wanted = expected.get(e);
            RecordedCall came = actual.get(a);
            if (!wanted.method().equals(came.method())) {
                missing(e++);
                extra(a++);
                continue;
            }
            if (!expectedTexts.get(e).equals(actualTexts.get(a))) {
                found.add("  call " + (e + 1) + " " + wanted.method() + where(wanted) + cause(came) + "\n"
                        + fields(expectedTexts.get(e), actualTexts.get(a)));
            }
            e++;
            a++;
        }
        while (e < expectedEnd) {
            missing(e++);
        }
        while (a < actualEnd) {
            extra(a++);
        }
    }

    private void missing(int number) {
        RecordedCall call = expected.get(number);
        found.add("  call " + (number + 1) + " " + call.method() + where(call) + ": expected, but it did not come\n"
                + indented(expectedTexts.get(number)));
    }

    private void extra(int number) {
        RecordedCall call = actual.get(number);
        found.add("  call " + (number + 1) + " " + call.method() + cause(call) + ": came, but was not expected\n"
                + indented(actualTexts.get(number)));
    }

    private static String where(RecordedCall call) {
        return call.place().line() == 0 ? "" : " (line " + call.place().line() + ")";
    }

    private static String cause(RecordedCall call) {
        return call.place().number() == 0
                ? ""
                : ", made for input " + call.place().number();
    }

    private static String indented(String yaml) {
        return yaml.indent(6);
    }

    private static String fields(String expected, String actual) {
        Map<String, String> wanted = Leaves.of(expected);
        Map<String, String> came = Leaves.of(actual);
        StringBuilder text = new StringBuilder();
        Map<String, Boolean> paths = new LinkedHashMap<>();
        wanted.keySet().forEach(path -> paths.put(path, true));
        new TreeSet<>(came.keySet()).forEach(path -> paths.put(path, true));
        for (String path : paths.keySet()) {
            if (!Objects.equals(wanted.get(path), came.get(path))) {
                text.append("      ")
                        .append(path)
                        .append(": expected ")
                        .append(wanted.getOrDefault(path, "nothing"))
                        .append(", came ")
                        .append(came.getOrDefault(path, "nothing"))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
