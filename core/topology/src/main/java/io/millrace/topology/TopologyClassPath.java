package io.millrace.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The class loader of a topology: the program's own class path first, then the topology's directories and jars. */
final class TopologyClassPath implements AutoCloseable {
    private final List<Path> entries;
    private final URLClassLoader loader;

    private TopologyClassPath(List<Path> entries, URLClassLoader loader) {
        this.entries = entries;
        this.loader = loader;
    }

    static TopologyClassPath open(Topology topology, ClassLoader parent) {
        List<Path> entries = new ArrayList<>();
        for (Path entry : topology.classpath()) {
            if (entry.getFileName() != null && entry.getFileName().toString().equals("*")) {
                entries.addAll(jars(entry.getParent()));
            } else {
                entries.add(entry);
            }
        }
        URL[] urls = entries.stream().map(TopologyClassPath::url).toArray(URL[]::new);
        return new TopologyClassPath(entries, new URLClassLoader("topology " + topology.name(), urls, parent));
    }

    private static List<Path> jars(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of(directory.resolve("*"));
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("classpath=" + path, e);
        }
    }

    ClassLoader loader() {
        return loader;
    }

    /** Loads a class; the error names the class, the component and the searched paths. */
    Class<?> load(Topology topology, String component, String className, String key) {
        try {
            return Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw new TopologyException(
                    topology.position("components", component, key) + "component=" + component + " class=" + className
                            + " is not on the class path: searched " + searched(),
                    e);
        } catch (LinkageError e) {
            throw new TopologyException(
                    topology.position("components", component, key) + "component=" + component + " class=" + className
                            + " cannot be loaded: " + e,
                    e);
        }
    }

    private String searched() {
        List<String> searched = new ArrayList<>();
        for (Path entry : entries) {
            searched.add(YamlFile.shown(entry) + (Files.exists(entry) ? "" : " (which does not exist)"));
        }
        searched.add("the class path of the program");
        return String.join(", ", searched);
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
