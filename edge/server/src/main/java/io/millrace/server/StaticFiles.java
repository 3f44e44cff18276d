package io.millrace.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * The files of a page, from a jar. Each is read and compressed once; what is kept is bounded by the files that exist.
 * Any thread.
 */
final class StaticFiles {

    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final int MAX_BYTES = 16 << 20;

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("woff2", "font/woff2"));

    private final ResourceSource source;
    private final String folder;
    private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

    StaticFiles(ResourceSource source, String folder) {
        this.source = source;
        this.folder = folder;
    }

    /** A file: its content as it is and compressed, and its tag. */
    private record StaticFile(String contentType, ByteBuffer plain, ByteBuffer compressed, String tag) {}

    WebResponse answer(WebRequest request, String path) {
        Optional<StaticFile> found = find(path);
        if (found.isEmpty()) {
            return WebResponse.error(404, "there is no such file path=" + request.path());
        }
        StaticFile file = found.get();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", file.tag());
        headers.put("Vary", "Accept-Encoding");
        if (file.tag().equals(request.headers().get("if-none-match"))) {
            return new WebResponse(304, file.contentType(), ByteBuffer.allocate(0), Cache.REVALIDATE, headers);
        }
        boolean compressed = file.compressed().remaining() < file.plain().remaining()
                && request.headers().getOrDefault("accept-encoding", "").contains("gzip");
        if (compressed) {
            headers.put("Content-Encoding", "gzip");
        }
        return new WebResponse(
                200, file.contentType(), compressed ? file.compressed() : file.plain(), Cache.REVALIDATE, headers);
    }

    private Optional<StaticFile> find(String path) {
        if (!PATH.matcher(path).matches()) {
            return Optional.empty();
        }
        StaticFile known = files.get(path);
        return known != null ? Optional.of(known) : load(path);
    }

    private Optional<StaticFile> load(String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null) {
            return Optional.empty();
        }
        try (InputStream in = source.open(folder + "/" + path)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] plain = in.readNBytes(MAX_BYTES);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                gzip.write(plain);
            }
            StaticFile file =
                    new StaticFile(type, ByteBuffer.wrap(plain), ByteBuffer.wrap(bytes.toByteArray()), tag(plain));
            files.put(path, file);
            return Optional.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a file of the page path=" + path, e);
        }
    }

    private static String tag(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + HexFormat.of().formatHex(hash, 0, 12) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
