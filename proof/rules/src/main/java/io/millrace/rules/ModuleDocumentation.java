package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A published module has a {@code module-info} with a doc sentence; every module has a {@code package-info} of exactly
 * one sentence.
 */
final class ModuleDocumentation implements Rule {

    private static final Pattern COMMENT =
            Pattern.compile("(?s)/\\*\\*(.*?)\\*/\\s*(?:@\\S+\\s+)*(?:open\\s+)?(package|module)\\b");
    private static final Pattern SENTENCE_END = Pattern.compile("[.?!](\\s|$)");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(file -> file.isPom() && file.folder().contains("/") && !file.isTestData())
                .map(RepositoryFile::module)
                .filter(module -> repository.has(module + "/src/main/java"))
                .forEach(module -> checkModule(repository, module, violations));
        return violations;
    }

    private static void checkModule(Repository repository, String module, List<Violation> violations) {
        String sources = module + "/src/main/java/";
        RepositoryFile probe = new RepositoryFile(module + "/pom.xml", "");
        if (probe.isPublished()) {
            String path = sources + "module-info.java";
            int sentences =
                    repository.file(path).map(ModuleDocumentation::sentences).orElse(-1);
            if (sentences < 1) {
                violations.add(new Violation(path, 1, "say in a doc comment what the published module is for"));
            }
        }
        List<RepositoryFile> packages = repository
                .files(file -> file.path().startsWith(sources) && file.name().equals("package-info.java"))
                .toList();
        if (packages.isEmpty()) {
            violations.add(new Violation(sources, 1, "the package needs a package-info.java of one sentence"));
        }
        for (RepositoryFile file : packages) {
            int sentences = sentences(file);
            if (sentences != 1) {
                violations.add(new Violation(
                        file.path(), 1, "describe the package in exactly one sentence: sentences=" + sentences));
            }
        }
    }

    /** Returns how many sentences the doc comment of the package or module has; 0 where there is none. */
    private static int sentences(RepositoryFile file) {
        Matcher comment = COMMENT.matcher(file.text());
        if (!comment.find()) {
            return 0;
        }
        String text = comment.group(1)
                .replaceAll("(?m)^\\s*\\*", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
                .strip();
        return (int) SENTENCE_END.matcher(text).results().count();
    }
}
