package io.millrace.rules;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A Java file as the JDK's own compiler parses it, for rules that ask about its structure. */
record JavaSource(RepositoryFile file, CompilationUnitTree unit, DocTrees docs) {

    /** Rules ask for the same files one after another; a parsed file never changes. */
    private static final Map<RepositoryFile, JavaSource> PARSED = new ConcurrentHashMap<>();

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Shared by all files, since opening one takes longer than parsing a file. */
    private static final JavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    static JavaSource parse(RepositoryFile file) {
        return PARSED.computeIfAbsent(file, JavaSource::parseAnew);
    }

    private static JavaSource parseAnew(RepositoryFile file) {
        JavacTask task = (JavacTask)
                COMPILER.getTask(null, FILES, diagnostic -> {}, List.of("-proc:none"), null, List.of(new Text(file)));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            return new JavaSource(file, unit, DocTrees.instance(task));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot parse file=" + file.path(), e);
        }
    }

    int firstLine(Tree tree) {
        return lineAt(positions().getStartPosition(unit, tree));
    }

    int lastLine(Tree tree) {
        return lineAt(positions().getEndPosition(unit, tree));
    }

    private SourcePositions positions() {
        return docs.getSourcePositions();
    }

    private int lineAt(long position) {
        return position < 0 ? 1 : (int) unit.getLineMap().getLineNumber(position);
    }

    private static final class Text extends SimpleJavaFileObject {

        private final String text;

        Text(RepositoryFile file) {
            super(URI.create("string:///" + file.path()), Kind.SOURCE);
            this.text = file.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
