package io.millrace.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Wire;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compiles sources of the tests with the processor into a folder, and loads classes from there. */
record Compilation(Path folder, ClassLoader loader) {
    /**
     * The name of a hidden class in the packages of the demonstration or of io.millrace.wire, except those of lambdas.
     */
    private static final Pattern HIDDEN = Pattern.compile("^((?:demo|io)\\.(?!.*\\$\\$)[^/ ]+)/0x");

    private static final Path SOURCES = Path.of("src/test/resources/sources");

    /** Compiles a folder of sources on the class path. */
    static Compilation of(Path target, String sources, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-cp", libraries(), "-parameters", "-Xlint:all,-processing", "-Werror"));
        if (!options.contains("-proc:none")) {
            arguments.addAll(
                    List.of("-processorpath", location(CodecProcessor.class).toString()));
        }
        compile(target, files(SOURCES.resolve(sources)), arguments);
        URL url = target.toUri().toURL();
        return new Compilation(target, new URLClassLoader(new URL[] {url}, Compilation.class.getClassLoader()));
    }

    /** Compiles a module. */
    static Compilation module(Path target, String name) throws Exception {
        compile(
                target,
                files(SOURCES.resolve(name)),
                List.of(
                        "-p",
                        libraries(),
                        "-processorpath",
                        location(CodecProcessor.class).toString()));
        return new Compilation(target, Compilation.class.getClassLoader());
    }

    /** Returns the errors of the compiler for a source that it refuses. */
    static String failure(Path target, String name, String source) throws Exception {
        Path file = Files.createDirectories(target).resolve(name + ".java");
        Files.writeString(file, source);
        StringWriter output = new StringWriter();
        assertNotEquals(
                0,
                tool(
                        "javac",
                        output,
                        List.of(
                                "-d",
                                target.toString(),
                                "-cp",
                                libraries(),
                                "-processorpath",
                                location(CodecProcessor.class).toString(),
                                file.toString())));
        return output.toString();
    }

    private static void compile(Path target, List<String> files, List<String> options) throws IOException {
        Files.createDirectories(target);
        List<String> arguments = new ArrayList<>(List.of("-d", target.toString(), "-s", target.toString()));
        arguments.addAll(options);
        arguments.addAll(files);
        StringWriter output = new StringWriter();
        assertEquals(0, tool("javac", output, arguments), output::toString);
    }

    private static int tool(String name, StringWriter output, List<String> arguments) {
        return ToolProvider.findFirst(name)
                .orElseThrow()
                .run(
                        new java.io.PrintWriter(output),
                        new java.io.PrintWriter(output),
                        arguments.toArray(String[]::new));
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .toList();
        }
    }

    /** Calls a method of {@code demo.Use}. */
    Object call(String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : loader.loadClass("demo.Use").getMethods()) {
            if (method.getName().equals(name)) {
                return method.invoke(null, arguments);
            }
        }
        throw new NoSuchMethodException(name + Arrays.toString(arguments));
    }

    String runModule(String main) throws Exception {
        return run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                libraries() + File.pathSeparator + folder,
                "-m",
                main));
    }

    String runImage(String module, String main) throws Exception {
        Path image = folder.resolveSibling("image");
        StringWriter output = new StringWriter();
        int code = tool(
                "jlink",
                output,
                List.of(
                        "--module-path",
                        libraries() + File.pathSeparator + folder,
                        "--add-modules",
                        module,
                        "--output",
                        image.toString()));
        assertEquals(0, code, output::toString);
        return run(List.of(image.resolve("bin/java").toString(), "-m", module + "/" + main));
    }

    /** Returns the hidden classes that a process with a main class defines, except those of the JDK. */
    List<String> generatedBy(String main) throws Exception {
        Path log = folder.resolveSibling(folder.getFileName() + ".log");
        String output = run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-Xlog:class+load:file=" + log + ":none",
                "-cp",
                libraries() + File.pathSeparator + folder,
                main));
        assertTrue(output.contains("symbol:"), output);
        return Files.readAllLines(log).stream()
                .map(HIDDEN::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .toList();
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolveSibling("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the process did not end command=" + command);
            return Files.readString(output).strip();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the module io.millrace.wire and the modules that it requires. */
    private static String libraries() throws URISyntaxException {
        return Stream.of(
                        location(Wire.class),
                        location(io.millrace.text.Yaml.class),
                        location(com.fasterxml.jackson.core.JsonFactory.class),
                        location(org.snakeyaml.engine.v2.api.Load.class))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
