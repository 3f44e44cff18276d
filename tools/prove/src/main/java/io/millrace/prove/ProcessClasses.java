package io.millrace.prove;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;

/**
 * The class path of the processes of a proof, and an archive of their classes, which saves about half of the processor
 * time of a start. A JVM that finds no archive, or one that does not fit, loads classes from the class path. Immutable.
 *
 * @param path the class path
 * @param archive the file of the archive, whether it exists or not; empty where there is none
 */
record ProcessClasses(String path, Optional<Path> archive) {

    /** Returns the class path of this process. */
    static ProcessClasses ofThisProcess() {
        return new ProcessClasses(System.getProperty("java.class.path"), Optional.empty());
    }

    /**
     * Returns the class path of this process with its folders packed as jars, since an archive has no classes of
     * folders; the same as {@link #ofThisProcess} where this Java has no tool that packs.
     *
     * @param folder where jars and archive are created
     */
    static ProcessClasses packed(Path folder) throws IOException {
        Optional<ToolProvider> jar = ToolProvider.findFirst("jar");
        if (jar.isEmpty()) {
            return ofThisProcess();
        }
        Files.createDirectories(folder);
        StringBuilder packed = new StringBuilder();
        List<Path> entries = Arrays.stream(ofThisProcess().path().split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath())
                .filter(Files::exists)
                .distinct()
                .toList();
        for (Path entry : entries) {
            Path file = Files.isDirectory(entry)
                    ? pack(jar.get(), entry, folder.resolve("classes-" + packed.length() + ".jar"))
                    : entry;
            packed.append(packed.isEmpty() ? "" : File.pathSeparator).append(file);
        }
        return new ProcessClasses(packed.toString(), Optional.of(folder.resolve("archive.jsa")));
    }

    private static Path pack(ToolProvider jar, Path folder, Path into) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int exit = jar.run(out, out, "--create", "--no-compress", "--file=" + into, "-C", folder.toString(), ".");
        if (exit != 0) {
            throw new ProofException("cannot pack classes folder=" + folder + " exit=" + exit + " said=" + said);
        }
        return into;
    }

    /** Returns the options of a JVM that uses the archive. */
    List<String> options() {
        return archive.filter(Files::exists)
                .map(file -> List.of("-XX:SharedArchiveFile=" + file))
                .orElse(List.of());
    }

    /** Returns the options of a JVM that writes the archive when it ends by itself. */
    List<String> writing() {
        return archive.map(file -> List.of("-XX:ArchiveClassesAtExit=" + file)).orElse(List.of());
    }
}
