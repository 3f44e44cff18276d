package io.millrace.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of a token: its first line is the token, and its owner alone may read it. */
public final class TokenFile {

    private static final int MAX_BYTES = 1 << 18;

    private TokenFile() {}

    /**
     * Returns the token of a file.
     *
     * @param file the file
     * @throws ServerException where the file cannot be read, has no token, or others than its owner may read it
     */
    public static String read(Path file) {
        String token = content(file).stream().findFirst().orElse("").strip();
        if (token.isEmpty()) {
            throw new ServerException("file of the token has no token in its first line file=" + file);
        }
        return token;
    }

    /** Returns the lines of a file of tokens that are neither empty nor remarks. */
    static List<String> lines(Path file) {
        return content(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static List<String> content(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ServerException("file of the token is too long file=" + file + " maxBytes=" + MAX_BYTES);
            }
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                boolean isOpen = Files.getPosixFilePermissions(file).stream()
                        .anyMatch(permission -> !permission.name().startsWith("OWNER"));
                if (isOpen) {
                    throw new ServerException("file of the token can be read by others than its owner; change its"
                            + " permissions to 600 file=" + file);
                }
            }
            return Files.readString(file).lines().toList();
        } catch (IOException e) {
            throw new ServerException("cannot read the file of the token file=" + file + " reason=" + e, e);
        }
    }
}
