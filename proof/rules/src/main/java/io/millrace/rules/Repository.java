package io.millrace.rules;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files of the repository: those git tracks or would track, or all where there is no git.
 *
 * @param files the text files
 * @param binaries the paths of all others, pictures for example
 */
public record Repository(List<RepositoryFile> files, Set<String> binaries) {

    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", ".millrace-build");

    /** Reads the repository that contains a folder; its root is where {@code mvnw} is. */
    public static Repository around(Path folder) throws IOException, InterruptedException {
        Path root = folder.toAbsolutePath();
        while (root != null && !Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        if (root == null) {
            throw new IOException("no mvnw in this folder or one above it folder=" + folder);
        }
        List<RepositoryFile> files = new ArrayList<>();
        Set<String> binaries = new HashSet<>();
        for (String path : paths(root)) {
            Path file = root.resolve(path);
            if (Files.isRegularFile(file)) {
                text(file).ifPresentOrElse(text -> files.add(new RepositoryFile(path, text)), () -> binaries.add(path));
            }
        }
        return new Repository(List.copyOf(files), Set.copyOf(binaries));
    }

    static Repository of(RepositoryFile... files) {
        return new Repository(List.of(files), Set.of());
    }

    Stream<RepositoryFile> files(Predicate<RepositoryFile> which) {
        return files.stream().filter(which);
    }

    Optional<RepositoryFile> file(String path) {
        return files(file -> file.path().equals(path)).findFirst();
    }

    /** Returns whether there is a file, binary ones such as pictures included, or a folder of text files. */
    boolean has(String path) {
        return binaries.contains(path)
                || files.stream()
                        .anyMatch(
                                file -> file.path().equals(path) || file.path().startsWith(path + "/"));
    }

    private static List<String> paths(Path root) throws IOException, InterruptedException {
        List<String> tracked = gitPaths(root);
        if (!tracked.isEmpty()) {
            return tracked;
        }
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(path -> !isNotOurs(path))
                    .map(path -> path.toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    /** Returns whether the path is no source; a folder {@code data} at the root is what a run has left. */
    private static boolean isNotOurs(Path path) {
        if (path.startsWith("data")) {
            return true;
        }
        for (Path part : path) {
            if (NOT_OURS.contains(part.toString())) {
                return true;
            }
        }
        return false;
    }

    private static List<String> gitPaths(Path root) throws IOException, InterruptedException {
        if (!Files.exists(root.resolve(".git"))) {
            return List.of();
        }
        Process git;
        try {
            git = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noGitProgram) {
            return List.of();
        }
        try (InputStream output = git.getInputStream()) {
            String names = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() == 0
                    ? Stream.of(names.split("\0"))
                            .filter(name -> !name.isEmpty())
                            .sorted()
                            .toList()
                    : List.of();
        }
    }

    /** Returns the content, or nothing for a binary file. */
    private static Optional<String> text(Path file) throws IOException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }
}
