package io.millrace.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The classes of the application, for the few commands that need them. */
final class ApplicationClasses {
    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "CLASSES",
            description = "Directories and jars that hold the classes, between them what is usual here, ':' or ';'.")
    private String classpath = "";

    /** Creates the options; called by picocli. */
    ApplicationClasses() {}

    /** Runs an action with a class loader for them, and closes it. */
    <T> T with(Function<ClassLoader, T> action) {
        try (URLClassLoader loader = new URLClassLoader(urls(), Millrace.class.getClassLoader())) {
            return action.apply(loader);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close class path reason=" + e.getMessage(), e);
        }
    }

    private URL[] urls() {
        List<URL> urls = new ArrayList<>();
        for (String entry : Pattern.compile(File.pathSeparator)
                .splitAsStream(classpath)
                .filter(text -> !text.isEmpty())
                .toList()) {
            try {
                urls.add(Path.of(entry).toUri().toURL());
            } catch (MalformedURLException e) {
                throw new InputException("--classpath has an invalid entry entry=" + entry, e);
            }
        }
        return urls.toArray(URL[]::new);
    }

    /** Returns the class of this name, not initialised. */
    Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new InputException(
                    "class=" + name + " is not on the class path searched="
                            + (classpath.isEmpty() ? "nothing; there is no --classpath" : classpath),
                    e);
        } catch (LinkageError e) {
            throw new InputException("class=" + name + " cannot be loaded reason=" + e, e);
        }
    }

    /** Returns the classes of these names, not initialised. */
    Class<?>[] load(List<String> names, ClassLoader loader) {
        return names.stream().map(name -> load(name, loader)).toArray(Class<?>[]::new);
    }
}
