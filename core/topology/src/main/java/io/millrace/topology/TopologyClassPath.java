package io.millrace.topology;

import io.millrace.text.NearestName;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The class loader of a topology: the program's own class path first, then the topology's directories and jars. Those
 * of another version of its components are searched before both.
 */
final class TopologyClassPath implements AutoCloseable {
    private static final String CLASS = ".class";
    private static final int MAX_CLASSES = 20_000;

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
                            + " is not on the class path: searched " + searched() + near(className),
                    e);
        } catch (LinkageError e) {
            throw new TopologyException(
                    topology.position("components", component, key) + "component=" + component + " class=" + className
                            + " cannot be loaded: " + reason(e),
                    e);
        }
    }

    private static String reason(LinkageError error) {
        return error instanceof NoClassDefFoundError && error.getMessage() != null
                ? "it needs class=" + error.getMessage().replace('/', '.')
                        + ", which is not on the class path; add the jar that has it"
                : error.toString();
    }

    /** Returns a hint at the class of the topology's own directories and jars whose name is nearest. */
    private String near(String className) {
        Set<String> names = new LinkedHashSet<>();
        for (Path entry : entries) {
            try {
                if (Files.isDirectory(entry)) {
                    try (Stream<Path> files = Files.walk(entry)) {
                        files.limit(MAX_CLASSES)
                                .map(file -> entry.relativize(file).toString())
                                .forEach(name -> add(names, name.replace(File.separatorChar, '/')));
                    }
                } else if (Files.exists(entry)) {
                    try (ZipFile jar = new ZipFile(entry.toFile())) {
                        jar.stream().limit(MAX_CLASSES).forEach(file -> add(names, file.getName()));
                    }
                }
            } catch (IOException | UncheckedIOException _) { // what cannot be read has no hint
            }
        }
        return NearestName.of(className, names)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    private static void add(Set<String> names, String file) {
        if (file.endsWith(CLASS) && names.size() < MAX_CLASSES) {
            names.add(file.substring(0, file.length() - CLASS.length()).replace('/', '.'));
        }
    }

    private String searched() {
        List<String> searched = new ArrayList<>();
        Map<Path, Integer> jars = new LinkedHashMap<>();
        for (Path entry : entries) {
            Path folder = entry.getParent();
            if (folder != null && entry.toString().endsWith(".jar") && Files.exists(entry)) {
                jars.merge(folder, 1, Integer::sum);
            } else {
                searched.add(YamlFile.shown(entry) + (Files.exists(entry) ? "" : " (which does not exist)"));
            }
        }
        jars.forEach((folder, count) ->
                searched.add(count + (count == 1 ? " jar of " : " jars of ") + YamlFile.shown(folder)));
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
