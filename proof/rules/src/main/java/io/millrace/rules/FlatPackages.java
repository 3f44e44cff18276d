package io.millrace.rules;

import java.util.List;

/** A module has one flat package named after its folder; wanting another is a sign that a new module is due. */
final class FlatPackages implements Rule {

    private static final String MAIN = "/src/main/java/";
    private static final String TEST = "/src/test/java/";

    @Override
    public List<Violation> check(Repository repository) {
        return repository
                .files(file -> (file.isMainJava() || file.isTestJava()) && !file.isOwnProject())
                .filter(file -> !file.name().equals("module-info.java"))
                .filter(file -> !folderInSources(file).equals(expected(file)))
                .map(file -> new Violation(file.path(), 1, "the module has one flat package: folder=" + expected(file)))
                .toList();
    }

    private static String folderInSources(RepositoryFile file) {
        String sources = file.isMainJava() ? MAIN : TEST;
        return file.folder()
                .substring(Math.min(file.folder().length(), file.path().indexOf(sources) + sources.length()));
    }

    private static String expected(RepositoryFile file) {
        String module = file.module();
        String name = module.substring(module.lastIndexOf('/') + 1).replace('-', '/');
        return file.floor().equals("examples") ? "io/millrace/examples/" + name : "io/millrace/" + name;
    }
}
