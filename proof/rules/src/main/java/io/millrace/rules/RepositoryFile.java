package io.millrace.rules;

import java.util.List;

/** One text file of the repository: its path from the root, with forward slashes, and its content. */
public record RepositoryFile(String path, String text) {

    private static final List<String> SCRIPTS =
            List.of("mvnw", "millrace", ".ci/run", ".ci/times", ".ci/long", ".ci/one");

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the folder of the file without a slash at the end; empty for a file of the root. */
    String folder() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isMainJava() {
        return isJava() && path.contains("/src/main/java/");
    }

    boolean isTestJava() {
        return isJava() && path.contains("/src/test/java/");
    }

    boolean isPom() {
        return name().equals("pom.xml");
    }

    boolean isScript() {
        return path.endsWith(".sh") || SCRIPTS.contains(path);
    }

    boolean isDocument() {
        return path.endsWith(".md");
    }

    /** Returns whether it is test data, whose form a program under test prescribes. */
    boolean isTestData() {
        return path.contains("/src/test/resources/");
    }

    /** Returns whether it belongs to the project that users copy, which depends on what is installed. */
    boolean isOwnProject() {
        return path.startsWith("examples/first/")
                || path.startsWith("examples/kotlin/")
                || path.startsWith("examples/spring/");
    }

    /** Returns the floor, the first folder of the path, such as {@code core}. */
    String floor() {
        int slash = path.indexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /** Returns the folder of the module the file is in, such as {@code core/wire}; empty outside the modules. */
    String module() {
        int sources = path.indexOf("/src/");
        if (sources >= 0) {
            return path.substring(0, sources);
        }
        return isPom() ? folder() : "";
    }

    boolean isPublished() {
        return List.of("core", "edge", "tools").contains(floor());
    }

    List<String> lines() {
        return text.lines().toList();
    }

    int lineAt(int position) {
        return 1
                + (int) text.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
