package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;

/** A line of code or of a script has at most 120 characters. */
final class LineLength implements Rule {

    static final int MAX_CHARACTERS = 120;

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(file -> file.isJava() || file.isScript()).forEach(file -> {
            List<String> lines = file.lines();
            for (int i = 0; i < lines.size(); i++) {
                int length = lines.get(i).length();
                if (length > MAX_CHARACTERS) {
                    violations.add(new Violation(
                            file.path(), i + 1, "break the line: characters=" + length + " limit=" + MAX_CHARACTERS));
                }
            }
        });
        return violations;
    }
}
