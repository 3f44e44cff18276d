package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.ServerMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the classes and libraries of a module are whose libraries fit those of this module no more. */
final class ModuleClassPath {
    private ModuleClassPath() {}

    /** Returns the classes and libraries of a module that is beside this one. */
    static List<Path> of(String module) {
        Path target = locationOf(ModuleClassPath.class)
                .resolve("../../../" + module + "/target")
                .normalize();
        List<Path> entries = new ArrayList<>(List.of(target.resolve("classes")));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(target.resolve("lib"), "*.jar")) {
            jars.forEach(entries::add);
        } catch (IOException e) {
            throw new BenchmarkException("the module proof/" + module + " is not built: " + e.getMessage(), e);
        }
        return entries;
    }

    /** Returns where the harness is. */
    static Path harness() {
        return locationOf(ServerMain.class);
    }

    private static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new BenchmarkException("a class has no path type=" + type, e);
        }
    }

    static URL[] urls(List<Path> entries) {
        return entries.stream().map(ModuleClassPath::url).toArray(URL[]::new);
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }
}
