package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Code in a document that follows a comment <code>from path</code> stands in that file line by line, one under the
 * other. The indentation of the whole may differ.
 */
final class DocumentQuotes implements Rule {

    private static final Pattern QUOTE =
            Pattern.compile("<!-- from (\\S+) -->\\n```\\w*\\n(.*?)\\n```", Pattern.DOTALL);

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(RepositoryFile::isDocument).forEach(file -> {
            Matcher quote = QUOTE.matcher(file.text());
            while (quote.find()) {
                if (!isQuoted(repository, quote.group(1), quote.group(2))) {
                    violations.add(new Violation(
                            file.path(),
                            file.lineAt(quote.start()),
                            "quote the file as it is now: file=" + quote.group(1)));
                }
            }
        });
        return violations;
    }

    private static boolean isQuoted(Repository repository, String path, String quoted) {
        List<String> wanted = withoutMargin(quoted.lines().toList());
        List<String> lines = repository.file(path).map(RepositoryFile::lines).orElse(List.of());
        for (int i = 0; i + wanted.size() <= lines.size(); i++) {
            if (withoutMargin(lines.subList(i, i + wanted.size())).equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> withoutMargin(List<String> lines) {
        int margin = lines.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        return lines.stream()
                .map(line -> line.isBlank() ? "" : line.substring(margin))
                .toList();
    }
}
