package io.millrace.build;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The class loader of compiler plugins and annotation processors in this build, which {@code javac} creates by the name
 * in its option {@code -XDprocloader}. All modules with the same plugins share their classes, so that the JVM loads and
 * compiles Error Prone once and not in each module. {@code mvnw} compiles it and puts it on Maven's class path; where
 * it is missing, {@code javac} takes a class loader of its own.
 */
public final class SharedLoader extends ClassLoader {

    /** Closed by none, since {@code javac} closes what it has created. */
    private static final Map<List<String>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    /** Creates a loader of what the one of the same paths has loaded; called by {@code javac}. */
    public SharedLoader(URL[] paths, ClassLoader parent) {
        super(LOADERS.computeIfAbsent(
                Stream.of(paths).map(URL::toString).toList(), _ -> new URLClassLoader(paths, parent)));
    }
}
