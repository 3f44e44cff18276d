package io.millrace.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the file of the headers that a collector asks for; its values are secrets, and in no message. */
final class HeadersFile {

    private static final int MAX_BYTES = 64 << 10;

    private HeadersFile() {}

    static Map<String, String> read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new TelemetryException("file of the headers is too long file=" + file + " maxBytes=" + MAX_BYTES);
            }
            boolean isOpen = Files.getFileStore(file).supportsFileAttributeView("posix")
                    && Files.getPosixFilePermissions(file).stream()
                            .anyMatch(permission -> !permission.name().startsWith("OWNER"));
            if (isOpen) {
                throw new TelemetryException("file of the headers can be read by others than its owner; change its"
                        + " permissions to 600 file=" + file);
            }
            return headers(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new TelemetryException("cannot read the file of the headers file=" + file + " reason=" + e, e);
        }
    }

    private static Map<String, String> headers(Path file, List<String> lines) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") || !value.matches("[ -~]*")) {
                throw new TelemetryException("line of the file of the headers is not of the form name: value file="
                        + file + " line=" + (i + 1));
            }
            if (headers.put(name.toLowerCase(Locale.ROOT), value) != null) {
                throw new TelemetryException(
                        "file of the headers has a header twice file=" + file + " line=" + (i + 1) + " header=" + name);
            }
        }
        return headers;
    }
}
