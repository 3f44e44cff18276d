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

/**
 * The class loader of a topology: the program's own class path first, then the topology's directories and jars. Those
 * of another version of its components are searched before both.
 */
final class TopologyClassPath implements AutoCloseable {
    private final List<Path> entries;
    private final URLClassLoader loader;

    private TopologyClassPath(List<Path> entries, URLClassLoader loader) {
        this.entries = entries;
        this.loader = loader;
    }

    static TopologyClassPath open(Topology topology, ClassLoader parent) {
        List<Path> entries = expanded(topology.classpath());
        return new TopologyClassPath(entries, new URLClassLoader("topology " + topology.name(), urls(entries), parent));
    }

    /** Opens the class path of another version of the components; its classes are found before all others. */
    static TopologyClassPath open(Topology topology, List<Path> newer, ClassLoader parent) {
        if (newer.isEmpty()) {
            return open(topology, parent);
        }
        for (Path entry : newer) {
            if (!isWildcard(entry) && !Files.exists(entry)) {
                throw new TopologyException("an entry of the class path does not exist path=" + entry);
            }
        }
        List<Path> entries = expanded(newer);
        entries.addAll(expanded(topology.classpath()));
        return new TopologyClassPath(
                entries, new NewerClassLoader("another version of " + topology.name(), urls(entries), parent));
    }

    private static List<Path> expanded(List<Path> entries) {
        List<Path> expanded = new ArrayList<>();
        for (Path entry : entries) {
            if (isWildcard(entry)) {
                Path directory = entry.getParent();
                expanded.addAll(jars(directory == null ? Path.of("") : directory));
            } else {
                expanded.add(entry);
            }
        }
        return expanded;
    }

    private static boolean isWildcard(Path entry) {
        return entry.getFileName() != null && entry.getFileName().toString().equals("*");
    }

    private static URL[] urls(List<Path> entries) {
        return entries.stream().map(TopologyClassPath::url).toArray(URL[]::new);
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
