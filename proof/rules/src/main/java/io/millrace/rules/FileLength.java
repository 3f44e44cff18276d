package io.millrace.rules;

import java.util.List;

/** A file over 600 lines is two things. */
final class FileLength implements Rule {

    static final int MAX_LINES = 600;

    @Override
    public List<Violation> check(Repository repository) {
        return repository
                .files(file -> (file.isJava() || file.isScript() || file.isPom()) && !file.isTestData())
                .filter(file -> file.lines().size() > MAX_LINES)
                .map(file -> new Violation(
                        file.path(),
                        MAX_LINES + 1,
                        "the file is two things: lines=" + file.lines().size() + " limit=" + MAX_LINES))
                .toList();
    }
}
