package io.millrace.testing;

import io.millrace.text.Difference;
import io.millrace.text.YamlTree;
import io.millrace.wire.WireLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says, for people, how two lists of calls differ: which call, which field, what was expected and what came. */
final class CallDifference {
    private static final int SHOWN = 10;

    private final List<RecordedCall> expected;
    private final List<RecordedCall> actual;
    private final List<String> found = new ArrayList<>();

    private CallDifference(List<RecordedCall> expected, List<RecordedCall> actual) {
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns the differences, empty where there are none. */
    static String between(List<RecordedCall> expected, List<RecordedCall> actual) {
        List<String> expectedTexts = expected.stream().map(RecordedCall::yaml).toList();
        List<String> actualTexts = actual.stream().map(RecordedCall::yaml).toList();
        if (expectedTexts.equals(actualTexts)) {
            return "";
        }
        CallDifference difference = new CallDifference(expected, actual);
        difference.compare(trees(expectedTexts), trees(actualTexts));
        int more = difference.found.size() - SHOWN;
        return String.join("", difference.found.subList(0, Math.min(SHOWN, difference.found.size())))
                + (more > 0 ? "  and " + more + " more\n" : "");
    }

    /** Parses calls: each is a mapping of one key, its method, so those of one method are alike. */
    private static List<YamlTree> trees(List<String> texts) {
        return texts.stream()
                .map(text -> YamlTree.parse(text, WireLimits.defaults()).orElseThrow())
                .toList();
    }

    private void compare(List<YamlTree> expectedTrees, List<YamlTree> actualTrees) {
        for (Difference.Pair pair : Difference.align(expectedTrees, actualTrees)) {
            if (pair.right() < 0) {
                missing(pair.left());
            } else if (pair.left() < 0) {
                extra(pair.right());
            } else {
                fields(pair, Difference.between(expectedTrees.get(pair.left()), actualTrees.get(pair.right())));
            }
        }
    }

    private void fields(Difference.Pair pair, List<Difference> differences) {
        if (differences.isEmpty()) {
            return;
        }
        RecordedCall wanted = expected.get(pair.left());
        RecordedCall came = actual.get(pair.right());
        StringBuilder text = new StringBuilder(
                "  call " + (pair.left() + 1) + " " + wanted.method() + where(wanted) + cause(came) + "\n");
        for (Difference difference : differences) {
            text.append("      ")
                    .append(difference.path())
                    .append(": expected ")
                    .append(shown(difference.left()))
                    .append(", came ")
                    .append(shown(difference.right()))
                    .append('\n');
        }
        found.add(text.toString());
    }

    private static String shown(Optional<YamlTree> value) {
        return value.map(Difference::text).orElse("nothing");
    }

    private void missing(int number) {
        RecordedCall call = expected.get(number);
        found.add("  call " + (number + 1) + " " + call.method() + where(call) + ": expected, but it did not come\n"
                + call.yaml().indent(6));
    }

    private void extra(int number) {
        RecordedCall call = actual.get(number);
        found.add("  call " + (number + 1) + " " + call.method() + cause(call) + ": came, but was not expected\n"
                + call.yaml().indent(6));
    }

    private static String where(RecordedCall call) {
        return call.position().line() == 0 ? "" : " (line " + call.position().line() + ")";
    }

    private static String cause(RecordedCall call) {
        return call.position().number() == 0
                ? ""
                : ", made for input " + call.position().number();
    }
}
