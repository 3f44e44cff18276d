package io.millrace.rules;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/** A file has one type at its top, so that the list of files is the list of types. */
final class OneTypePerFile implements Rule {

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(RepositoryFile::isJava).map(JavaSource::parse).forEach(source -> {
            CompilationUnitTree unit = source.unit();
            for (Tree second : unit.getTypeDecls().stream().skip(1).toList()) {
                violations.add(new Violation(
                        source.file().path(), source.firstLine(second), "move the second type to a file of its own"));
            }
        });
        return violations;
    }
}
