package io.millrace.rules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A link from a document to a file of the repository leads somewhere, and so does one to a heading of a document. */
final class DocumentLinks implements Rule {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(file -> file.isDocument() && !file.isTestData()).forEach(file -> {
            Matcher link = LINK.matcher(file.text());
            while (link.find()) {
                if (!resolves(repository, file, link.group(1))) {
                    violations.add(new Violation(
                            file.path(), file.lineAt(link.start()), "the link leads nowhere: link=" + link.group(1)));
                }
            }
        });
        return violations;
    }

    private static boolean resolves(Repository repository, RepositoryFile from, String link) {
        if (ELSEWHERE.matcher(link).matches()) {
            return true;
        }
        String[] parts = link.split("#", 2);
        String target = parts[0].isEmpty()
                ? from.path()
                : Path.of(from.folder())
                        .resolve(parts[0])
                        .normalize()
                        .toString()
                        .replace('\\', '/');
        if (parts.length == 1) {
            return target.isEmpty() || repository.has(target);
        }
        return repository
                .file(target)
                .map(document -> anchors(document.text()).contains(parts[1]))
                .orElse(false);
    }

    /** Returns the names that headings have as link targets: lower case, hyphens for blanks, no punctuation. */
    private static List<String> anchors(String document) {
        return HEADING.matcher(document)
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
                .toList();
    }
}
