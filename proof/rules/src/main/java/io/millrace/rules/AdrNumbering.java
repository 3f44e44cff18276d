package io.millrace.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A decision record has a number of its own, in its file name and its title, and a line in the index. */
final class AdrNumbering implements Rule {

    private static final String FOLDER = "docs/adr";
    private static final String INDEX = FOLDER + "/README.md";
    private static final Pattern FILE_NAME = Pattern.compile("(\\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\\.md");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        String index = repository.file(INDEX).map(RepositoryFile::text).orElse("");
        Map<String, String> owners = new HashMap<>();
        repository
                .files(file -> file.folder().equals(FOLDER) && !file.path().equals(INDEX))
                .forEach(file -> check(file, index, owners, violations));
        return violations;
    }

    private static void check(
            RepositoryFile file, String index, Map<String, String> owners, List<Violation> violations) {
        Matcher name = FILE_NAME.matcher(file.name());
        if (!name.matches()) {
            violations.add(new Violation(file.path(), 1, "name the record NNNN-what-was-decided.md"));
            return;
        }
        String number = name.group(1);
        String owner = owners.putIfAbsent(number, file.path());
        if (owner != null) {
            violations.add(new Violation(file.path(), 1, "the number is taken: number=" + number + " by=" + owner));
        }
        if (!file.text().startsWith("# " + number)) {
            violations.add(new Violation(file.path(), 1, "begin with the title: # " + number + ". What was decided"));
        }
        if (!index.contains("(" + file.name() + ")")) {
            violations.add(new Violation(INDEX, 1, "list the record: file=" + file.name()));
        }
    }
}
