package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code millrace} in a project whose build is a script that counts how often it was called and puts a
 * probe where the command would be. The project's path has a space in it.
 */
@Tag("process")
class LauncherTest {
    private static final String BUILD = """
            echo "$*" >>calls
            mkdir -p tools/dist/target
            if [ -e hang ]; then
                echo half >tools/dist/target/millrace.jar
                echo $$ >hanging
                exec sleep 600
            fi
            if [ -e broken ]; then
                echo "BROKEN: no semicolon in line 3"
                exit 1
            fi
            if [ -e slow ]; then sleep 1; fi
            if [ -e speaks ]; then
                echo "[INFO] Building Millrace wire 0.1.0-SNAPSHOT                    [3/24]"
                echo "[INFO] Nothing to compile"
            fi
            cp probe.jar tools/dist/target/millrace.jar
            """;

    @TempDir
    private Path directory;

    private Path root;
    private Path elsewhere;
    private final List<Process> started = new ArrayList<>();
    private final Map<Process, Path> outputs = new HashMap<>();

    /** What a run of the script has printed, and its exit code. */
    private record Ran(int code, String out, String err) {}

    @BeforeEach
    void makeTheProject() throws IOException {
        root = Files.createDirectories(directory.resolve("a project"));
        elsewhere = Files.createDirectories(directory.resolve("some where"));
        Path repository = Path.of("..", "..").toAbsolutePath().normalize();
        Files.createDirectories(root.resolve(".mvn"));
        Files.copy(repository.resolve("millrace"), root.resolve("millrace"));
        Files.copy(repository.resolve(".mvn/find-jdk.sh"), root.resolve(".mvn/find-jdk.sh"));
        program(root.resolve("mvnw"), BUILD);
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.createDirectories(root.resolve("core/wire/src/main/java"));
        Files.createDirectories(root.resolve("core/wire/src/test/java"));
        Files.writeString(source(), "class A {}");
        probe(root.resolve("probe.jar"));
    }

    @AfterEach
    void endWhatIsLeft() throws IOException, InterruptedException {
        Files.deleteIfExists(directory.resolve("bin/java")); // a link out of the directory
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        if (Files.exists(root.resolve("hanging"))) {
            long pid = Long.parseLong(Files.readString(root.resolve("hanging")).strip());
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private Path source() {
        return root.resolve("core/wire/src/main/java/A.java");
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void probe(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, LauncherProbe.class.getName());
        String entry = LauncherProbe.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream in = LauncherProbe.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
    }

    private Process start(String... arguments) throws IOException {
        return start(Map.of("JAVA_HOME", System.getProperty("java.home")), arguments);
    }

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(root.resolve("millrace").toString()));
        command.addAll(List.of(arguments));
        return start(command, environment);
    }

    /** Starts a command without a locale, except for that in its environment. */
    private Process start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(elsewhere.toFile());
        builder.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG"));
        builder.environment().putAll(environment);
        Path out = Files.createTempFile(directory, "out", "");
        Process process = builder.redirectOutput(out.toFile())
                .redirectError(out.resolveSibling(out.getFileName() + ".err").toFile())
                .start();
        started.add(process);
        outputs.put(process, out);
        return process;
    }

    private Ran finish(Process process) throws IOException, InterruptedException {
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the script has not ended");
        Path out = outputs.get(process);
        return new Ran(
                process.exitValue(),
                Files.readString(out),
                Files.readString(out.resolveSibling(out.getFileName() + ".err")));
    }

    private Ran run(String... arguments) throws IOException, InterruptedException {
        return finish(start(arguments));
    }

    /** Runs the script where the project cannot be written, also by a test of the superuser. */
    private Ran runReadOnly(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        command.add(root.resolve("millrace").toString());
        command.addAll(List.of(arguments));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<Path> closed = List.of(root, root.resolve(".millrace-build"));
        for (Path folder : closed) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        try {
            return finish(start(command, Map.of("JAVA_HOME", System.getProperty("java.home"))));
        } finally {
            for (Path folder : closed) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    private List<String> builds() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private void makeOlder(String stamp) throws IOException {
        Path file = root.resolve(".millrace-build").resolve(stamp);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    }

    private void makeOld(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.toList()) {
                Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(120)));
            }
        }
    }

    /** A folder for the path with what the script calls, and {@code java} of a JDK if one is given. */
    private Path path(String jdk) throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        for (String tool : List.of(
                "cat",
                "cp",
                "date",
                "dirname",
                "find",
                "flock",
                "head",
                "mkdir",
                "mv",
                "readlink",
                "rm",
                "sed",
                "touch",
                "tr")) {
            for (Path folder : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
                Path program = folder.resolve(tool);
                if (Files.isExecutable(program)) {
                    program(bin.resolve(tool), "exec " + program + " \"$@\"");
                }
            }
        }
        if (!jdk.isEmpty()) {
            Files.createSymbolicLink(bin.resolve("java"), Path.of(jdk, "bin", "java"));
        }
        return bin;
    }

    /** Has the script look for JDKs in a folder of the test, where the system has its own. */
    private void lookForJdksIn(Path folder) throws IOException {
        Path finder = root.resolve(".mvn/find-jdk.sh");
        String text = Files.readString(finder);
        assertTrue(text.contains(" /usr/lib/jvm/*;"), text);
        Files.writeString(finder, text.replace(" /usr/lib/jvm/*;", " " + folder + "/*;"));
    }

    private static void jdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String program : List.of("java", "javac")) {
            program(home.resolve("bin").resolve(program), "echo " + version);
        }
    }

    @Test
    void withoutAJdkThatIsNewEnoughOneSentenceSaysWhatIsNeeded() throws Exception {
        Path jdks = Files.createDirectories(directory.resolve("jdks"));
        jdk(jdks.resolve("old"), "17.0.15");
        lookForJdksIn(jdks);
        String java = jdks.resolve("old").toString();
        Ran ran = finish(start(Map.of("JAVA_HOME", java, "PATH", path(java).toString()), "info"));
        assertEquals(1, ran.code());
        assertEquals("", ran.out());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertTrue(
                ran.err().startsWith("Millrace needs a JDK 25 or newer, and none was found in JAVA_HOME"), ran.err());
        assertEquals(List.of(), builds());
    }

    @Test
    void aJdkIsFoundOnThePathAndWhereTheSystemHasItsOwn() throws Exception {
        Path jdks = Files.createDirectories(directory.resolve("jdks"));
        jdk(jdks.resolve("an old one"), "17.0.15");
        lookForJdksIn(jdks);
        String old = jdks.resolve("an old one").toString();
        String path = path(System.getProperty("java.home")).toString();
        for (String javaHome : List.of("", "/is/nowhere", old)) {
            Ran ran = finish(start(Map.of("JAVA_HOME", javaHome, "PATH", path), "info"));
            assertTrue(ran.out().contains("argument=info"), ran.err());
        }
        jdk(jdks.resolve("new"), "25.0.1");
        Files.delete(Path.of(path, "java"));
        assertEquals(
                "25.0.1\n",
                finish(start(Map.of("JAVA_HOME", old, "PATH", path), "info")).out());
    }

    @Test
    void theFirstRunBuildsAndLaterOnesDoNot() throws Exception {
        Ran first = run("dump", "a file", "*");
        assertEquals(0, first.code(), first.err());
        assertEquals("directory=" + elsewhere + "\nargument=dump\nargument=a file\nargument=*\n", first.out());
        assertTrue(first.err().startsWith("Building Millrace (first run only; one to two minutes"), first.err());
        assertTrue(first.err().matches("[^\\n]*\\nBuilt Millrace in \\d+ s[.]\\n"), first.err());
        assertTrue(builds().getFirst().endsWith("clean package"), builds().toString());
        Ran second = run();
        assertEquals("", second.err());
        assertEquals(1, builds().size());
    }

    @Test
    void aTraceStartsWithOneCompilerAndOtherCommandsWithBoth() throws Exception {
        assertTrue(run("trace", LauncherProbe.JVM).out().contains("-XX:TieredStopAtLevel=1"));
        assertFalse(run("dump", LauncherProbe.JVM).out().contains("TieredStopAtLevel"));
    }

    @Test
    void aNewerSourceIsBuiltAndANewerTestIsNot() throws Exception {
        run();
        makeOld(root.resolve("core"));
        makeOld(root.resolve("pom.xml"));
        makeOlder("built.stamp");
        Files.writeString(root.resolve("core/wire/src/test/java/ATest.java"), "class ATest {}");
        assertEquals("", run().err());
        Files.writeString(source(), "class A { int changed; }");
        assertTrue(run().err().startsWith("Building Millrace (its sources have changed;"));
        assertFalse(builds().getLast().contains("clean"), builds().toString());
        assertEquals(2, builds().size());
    }

    @Test
    void oneBuildServesAllCommands() throws Exception {
        run("hdr");
        for (String command : List.of("load", "prove", "tx", "bridge", "bench", "dump")) {
            assertEquals("", built(run(command)).err(), command);
        }
        assertEquals(1, builds().size());
        String modules = builds().getFirst();
        for (String module : List.of("tools/dist", "tools/load-http", "tools/prove", "proof/benchmarks")) {
            assertTrue(modules.contains(module), modules);
        }
    }

    /** Gives back what has run; commands with modules of their own find no class in this project. */
    private static Ran built(Ran ran) {
        return new Ran(ran.code(), ran.out(), ran.err().replaceAll("(?s)Error: Could not find or load .*", ""));
    }

    @Test
    void aBuildSaysWhichModuleItIsAt() throws Exception {
        Files.createFile(root.resolve("speaks"));
        Ran ran = run("info");
        assertTrue(ran.err().contains("...\n  3 of 24: Millrace wire\nBuilt Millrace in "), ran.err());
        assertFalse(ran.out().contains("INFO"), ran.out());
        assertTrue(Files.readString(root.resolve(".millrace-build/build.log")).contains("[INFO] Nothing to compile"));
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Files.createSymbolicLink(root.resolve(".millrace-build"), Path.of("/proc/self"));
        Ran ran = run("info");
        assertEquals(1, ran.code());
        assertEquals(
                "millrace: Millrace is not built, and its directory cannot be written directory=" + root + "\n",
                ran.err());
        assertEquals(List.of(), builds());
    }

    @Test
    void anOlderBuildThatCannotBeReplacedRunsWithAWarning() throws Exception {
        run();
        makeOld(root.resolve("core"));
        makeOld(root.resolve("pom.xml"));
        makeOlder("built.stamp");
        assertEquals("", runReadOnly("info").err());
        Files.writeString(source(), "class A { int changed; }");
        Ran ran = runReadOnly("info");
        assertEquals(0, ran.code(), ran.err());
        assertEquals("directory=" + elsewhere + "\nargument=info\n", ran.out());
        assertEquals(
                "millrace: the sources are newer than what was built, and this directory cannot be written, so the"
                        + " older build runs directory=" + root + "\n",
                ran.err());
        assertEquals(1, builds().size());
    }

    @Test
    void withoutALocaleNamesAreUtf8AndAnyLocaleStaysAsItIs() throws Exception {
        run();
        Path call = directory.resolve("call"); // the bytes of the argument do not depend on the locale of this test
        program(call, "exec '" + root.resolve("millrace") + "' Zürich " + LauncherProbe.LOCALE);
        String home = System.getProperty("java.home");
        Ran bare = finish(start(List.of(call.toString()), Map.of("JAVA_HOME", home)));
        String expected = "directory=" + elsewhere + "\nargument=Zürich\nLC_CTYPE=C.UTF-8 names=UTF-8\n";
        assertEquals(expected, bare.out(), bare.err());
        for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
            Ran given = finish(start(List.of(call.toString()), Map.of("JAVA_HOME", home, name, "C")));
            String kept = name.equals("LC_CTYPE") ? "C" : "null";
            assertTrue(given.out().contains("\nLC_CTYPE=" + kept + " names=ANSI"), name + " " + given.out());
        }
    }

    private void awaitHanging(Process process) {
        Await.until("the build hangs", () -> {
            assertTrue(process.isAlive(), "the script has ended");
            return Files.exists(root.resolve("hanging"));
        });
    }

    @Test
    void whileABuildStartsFromCleanOtherCommandsWaitForIt() throws Exception {
        run();
        Files.createFile(root.resolve("hang"));
        Files.move(root.resolve(".millrace-build/built.stamp"), root.resolve(".millrace-build/built.begun"));
        Process hanging = start("hdr");
        awaitHanging(hanging);
        assertTrue(builds().getLast().endsWith("clean package"), builds().toString());
        Process waiting = start("info");
        Path said = outputs.get(waiting).resolveSibling(outputs.get(waiting).getFileName() + ".err");
        Await.until("the command waits for the other build", () -> {
            assertTrue(waiting.isAlive(), () -> "it has not waited for the build");
            return Files.readString(said).contains("Waiting for another build of Millrace ...\n");
        });
        Files.delete(root.resolve("hang"));
        long pid = Long.parseLong(Files.readString(root.resolve("hanging")).strip());
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        assertNotEquals(0, finish(hanging).code());
        Ran ran = finish(waiting);
        assertTrue(ran.out().contains("argument=info"), ran.err());
    }

    @Test
    void aSourceThatIsGoneIsBuilt() throws Exception {
        run();
        makeOld(root.resolve("core"));
        makeOld(root.resolve("pom.xml"));
        makeOlder("built.stamp");
        Files.delete(source());
        assertTrue(run().err().startsWith("Building Millrace (its sources have changed;"));
    }

    @Test
    void aBuildThatWasKilledIsMadeAnewFromClean() throws Exception {
        Files.createFile(root.resolve("hang"));
        Process killed = start("info");
        awaitHanging(killed);
        List<ProcessHandle> all = killed.descendants().toList();
        killed.destroyForcibly().waitFor();
        all.forEach(ProcessHandle::destroyForcibly);
        Files.delete(root.resolve("hang"));
        assertEquals("half\n", Files.readString(root.resolve("tools/dist/target/millrace.jar")));
        Ran next = run("info");
        assertEquals(0, next.code(), next.err());
        assertTrue(next.out().contains("argument=info"), next.out());
        assertTrue(next.err().startsWith("Building Millrace (the last build did not end;"), next.err());
        assertTrue(builds().getLast().endsWith("clean package"), builds().toString());
    }

    @Test
    void aBuildThatFailsShowsItsLogAndIsTriedAgain() throws Exception {
        Files.createFile(root.resolve("broken"));
        Ran failed = run();
        assertNotEquals(0, failed.code());
        assertEquals("", failed.out());
        assertTrue(failed.err().contains("BROKEN: no semicolon in line 3\n"), failed.err());
        assertTrue(failed.err().contains("Millrace could not be built"), failed.err());
        Files.delete(root.resolve("broken"));
        assertEquals(0, run().code());
    }

    @Test
    void runsAtTheSameTimeBuildOnce() throws Exception {
        Files.createFile(root.resolve("slow"));
        List<Process> processes = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            processes.add(start("dump", "number " + number));
        }
        for (int number = 0; number < 4; number++) {
            Ran ran = finish(processes.get(number));
            assertEquals(0, ran.code(), ran.err());
            assertTrue(ran.out().contains("argument=number " + number + "\n"), ran.out());
        }
        assertEquals(1, builds().size());
    }
}
