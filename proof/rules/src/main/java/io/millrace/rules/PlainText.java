package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Text files have no tabs, no blanks at the end of a line, a newline at the end, and no path of one's own machine. */
final class PlainText implements Rule {

    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.])/(?:home|Users|root|work)/\\w|/usr/lib/jvm/\\w|\\b[A-Z]:\\\\\\w");
    private static final String BLANK_AT_END_MATTERS = ".md";

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(file -> !file.isTestData() && !file.path().equals("LICENSE"))
                .forEach(file -> {
                    List<String> lines = file.lines();
                    for (int i = 0; i < lines.size(); i++) {
                        int line = i + 1;
                        fault(file, lines.get(i))
                                .ifPresent(fault -> violations.add(new Violation(file.path(), line, fault)));
                    }
                    if (!file.text().isEmpty() && !file.text().endsWith("\n")) {
                        violations.add(
                                new Violation(file.path(), Math.max(1, lines.size()), "end the file with a newline"));
                    }
                });
        return violations;
    }

    private static Optional<String> fault(RepositoryFile file, String line) {
        if (line.indexOf('\t') >= 0) {
            return Optional.of("write blanks instead of the tab");
        }
        if (line.endsWith(" ") && !file.path().endsWith(BLANK_AT_END_MATTERS)) {
            return Optional.of("take out the blanks at the end of the line");
        }
        boolean mayHavePath = line.indexOf('/') >= 0 || line.indexOf('\\') >= 0;
        return mayHavePath && MACHINE_PATH.matcher(line).find()
                ? Optional.of("no path of one machine: line=" + line.strip())
                : Optional.empty();
    }
}
