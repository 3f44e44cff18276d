package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Wire;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated code for classes that the JVM loads in each possible way. */
@Tag("process")
class PackagingTest {
    private static final String EXPECTED = "seen=[true, true, 7, true]";

    @TempDir
    private static Path folder;

    private static Path modules;

    @BeforeAll
    static void compile() throws Exception {
        modules = folder.resolve("modules");
        Path sources = Path.of(PackagingTest.class.getResource("/packaging").toURI());
        List<String> arguments = List.of(
                "-d",
                modules.toString(),
                "--module-source-path",
                sources.toString(),
                "--module-path",
                modulePath(),
                "--module",
                "demo.model,demo.app,demo.closed");
        tool("javac", arguments);
    }

    @Test
    void messagesOfANamedModuleThatDoesNotKnowMillrace() throws Exception {
        assertEquals(
                EXPECTED,
                java("--module-path", modulePath() + File.pathSeparator + modules, "-m", "demo.app/demo.app.Main"));
    }

    @Test
    void messagesOfANamedModuleThatOpensNothingButPassesALookup() throws Exception {
        String output = java(
                "--module-path", modulePath() + File.pathSeparator + modules, "-m", "demo.closed/demo.closed.Main");
        assertTrue(output.startsWith("same=true"), output);
        assertTrue(output.contains("add 'opens demo.closed to io.millrace.wire'"), output);
        assertTrue(output.contains("type=demo.closed.Main$Secret"), output);
    }

    @Test
    void messagesOnTheClassPath() throws Exception {
        String classPath = String.join(
                File.pathSeparator,
                modulePath(),
                modules.resolve("demo.model").toString(),
                modules.resolve("demo.app").toString());
        assertEquals(EXPECTED, java("-cp", classPath, "demo.app.Main"));
    }

    @Test
    void messagesInAnImageMadeWithJlink() throws Exception {
        Path image = folder.resolve("image");
        tool(
                "jlink",
                List.of(
                        "--module-path",
                        modulePath() + File.pathSeparator + modules,
                        "--add-modules",
                        "demo.app",
                        "--output",
                        image.toString()));
        assertEquals(EXPECTED, run(List.of(image.resolve("bin/java").toString(), "-m", "demo.app/demo.app.Main")));
    }

    @Test
    void messagesOfAChildClassLoader() throws Exception {
        Path jar = NestedJars.pack(
                folder.resolve("child.jar"), modules.resolve("demo.model"), modules.resolve("demo.app"));
        ClassLoader loader = NestedJars.loader(jar, PackagingTest.class.getClassLoader());
        assertEquals(EXPECTED, call(loader, "run"));
        ClassLoader another = NestedJars.loader(jar, PackagingTest.class.getClassLoader());
        assertNotSame(loader.loadClass("demo.app.Main"), another.loadClass("demo.app.Main"));
        assertEquals(EXPECTED, call(another, "run"));
    }

    @Test
    void everythingFromJarsWithinAJar() throws Exception {
        List<Path> roots = new ArrayList<>(List.of(modules.resolve("demo.model"), modules.resolve("demo.app")));
        Stream.of(modulePath().split(File.pathSeparator)).map(Path::of).forEach(roots::add);
        Path jar = NestedJars.pack(folder.resolve("nested.jar"), roots.toArray(Path[]::new));
        ClassLoader loader = NestedJars.loader(jar, ClassLoader.getPlatformClassLoader());
        assertNotSame(Wire.class, loader.loadClass(Wire.class.getName()));
        assertEquals(EXPECTED, call(loader, "run"));
    }

    @Test
    void generatedCodeIsUnloadedWithItsClassLoader() throws Exception {
        Path jar =
                NestedJars.pack(folder.resolve("gone.jar"), modules.resolve("demo.model"), modules.resolve("demo.app"));
        WeakReference<ClassLoader> reference = used(jar);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (reference.get() != null && System.nanoTime() < deadline) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(reference.get());
    }

    private static WeakReference<ClassLoader> used(Path jar) throws Exception {
        ClassLoader loader = NestedJars.loader(jar, PackagingTest.class.getClassLoader());
        // The JDK keeps the classes of compared records in soft references for hours, so the test compares none here.
        assertEquals("!Order\nsymbol: EURUSD\nprice: 1.25\nside: SELL\n3", call(loader, "use"));
        return new WeakReference<>(loader);
    }

    private static Object call(ClassLoader loader, String method) throws ReflectiveOperationException {
        return loader.loadClass("demo.app.Main").getMethod(method).invoke(null);
    }

    /** Returns the paths of this module and of those that it requires. */
    private static String modulePath() throws URISyntaxException {
        return location(Wire.class)
                + File.pathSeparator
                + location(Yaml.class)
                + File.pathSeparator
                + location(org.snakeyaml.engine.v2.api.Load.class)
                + File.pathSeparator
                + location(com.fasterxml.jackson.core.JsonFactory.class);
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static void tool(String name, List<String> arguments) {
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output);
        int code = ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertEquals(0, code, output::toString);
    }

    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        return run(command);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
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
}
