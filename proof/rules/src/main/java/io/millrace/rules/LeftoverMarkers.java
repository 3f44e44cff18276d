package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Nothing is left for later in the text: what is not done is an issue, or is said in plain words where users look. */
final class LeftoverMarkers implements Rule {

    /** Written in two parts, so that this file does not break its own rule. */
    private static final Pattern MARKER = Pattern.compile("\\b(" + "TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(file -> !file.isTestData()).forEach(file -> {
            List<String> lines = file.lines();
            for (int i = 0; i < lines.size(); i++) {
                if (MARKER.matcher(lines.get(i)).find()) {
                    violations.add(new Violation(
                            file.path(),
                            i + 1,
                            "finish it or take it out: line=" + lines.get(i).strip()));
                }
            }
        });
        return violations;
    }
}
