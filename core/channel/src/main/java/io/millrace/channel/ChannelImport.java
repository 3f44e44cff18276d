package io.millrace.channel;

import io.millrace.channel.ImportTarget.Incomplete;
import io.millrace.text.TextException;
import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Creates a channel from the text of {@link ChannelExport}: a new journal with an identity of its own, in which the
 * calls have the times of their comments. Calls without such a comment have the time of the call before. For one
 * thread, once.
 *
 * <p>In a text without its last line, the part after the last marker may be truncated itself, and is no call: half a
 * number is a number too.
 */
public final class ChannelImport {

    private final Reader text;
    private final TextOptions options = TextOptions.strict();
    private final int maxLineChars = options.limits().maxMessageBytes();

    private String line;
    private long lineNumber;
    private boolean needsEnd;

    private ChannelImport(Reader text) {
        this.text = text;
    }

    /**
     * Creates a channel in a directory that has none, completely or not at all.
     *
     * @param directory its directory, whose name is the name of the channel
     * @param text an export; read to its end
     * @param options how the channel is created; its clocks are those of the calls
     * @return how many calls were imported
     * @throws ChannelException if there is a channel already, the text is no export, a document is not a call of the
     *     schemas before it, or the text is truncated
     */
    public static long read(Path directory, Reader text, ChannelOptions options) {
        return read(directory, text, options, Incomplete.REFUSED).calls();
    }

    /**
     * Creates a channel in a directory that has none, completely or not at all, from an export that may be truncated.
     *
     * @param directory its directory, whose name is the name of the channel
     * @param text an export; read to its end
     * @param options how the channel is created; its clocks are those of the calls
     * @param incomplete whether a truncated text is accepted
     * @return how many calls were imported, and signs that the text is incomplete
     * @throws ChannelException if there is a channel already, the text is no export, a document is not a call of the
     *     schemas before it, or the text is truncated and that is refused
     */
    public static ImportReport read(Path directory, Reader text, ChannelOptions options, Incomplete incomplete) {
        ImportTarget.requireNothing(directory);
        ChannelImport importing = new ChannelImport(text);
        importing.nextLine();
        importing.requireHeader();
        try (ImportTarget target = ImportTarget.begin(directory, options)) {
            while (importing.line != null) {
                importing.requireHeader();
                importing.section(target);
            }
            return target.finish(incomplete);
        }
    }

    private void requireHeader() {
        needsEnd = ChannelExport.HEADER.equals(line);
        if (needsEnd || ChannelExport.HEADER_WITHOUT_END.equals(line)) {
            return;
        }
        String expected = "header='" + ChannelExport.HEADER + "' found='"
                + (line == null ? "" : line.substring(0, Math.min(80, line.length()))) + "' line=" + lineNumber;
        throw new ChannelException(
                line != null && line.startsWith(ChannelExport.VERSIONS)
                        ? "unknown version of export " + expected
                        : "text is not an export: wrong first line " + expected);
    }

    private boolean isHeader() {
        return line.equals(ChannelExport.HEADER) || line.equals(ChannelExport.HEADER_WITHOUT_END);
    }

    private boolean isEnd() {
        return line.startsWith(ChannelExport.END);
    }

    /** Imports the section whose header is the present line, and moves to the header of the next section. */
    private void section(ImportTarget target) {
        List<CallSchema> schemas = new ArrayList<>();
        nextLine();
        while (line != null && line.startsWith("# ") && !isHeader() && !isEnd()) {
            if (line.startsWith(ChannelExport.SCHEMA)) {
                String base64 = line.substring(ChannelExport.SCHEMA.length());
                long schemaLine = lineNumber;
                nextLine();
                if (line == null && needsEnd) {
                    break; // it may be truncated itself
                }
                schemas.add(schema(base64, schemaLine));
            } else {
                nextLine();
            }
        }
        long firstLine = lineNumber;
        YamlCalls documents = YamlCalls.read(new SectionReader(), schemas, options);
        BinaryOutput arguments = BinaryOutput.allocate(1024, options.limits());
        try {
            while (documents.next()) {
                time(documents.comments(), target);
                arguments.reset();
                documents.arguments(arguments);
                target.call(schemas.get(documents.call()), arguments);
            }
        } catch (TextException e) {
            throw new ChannelException(
                    "cannot import call of export exportLine=" + (firstLine + e.line() - 1) + " imported="
                            + target.calls() + " reason=" + e.getMessage(),
                    e);
        }
        end(target);
    }

    /** Reads the last line of an export, or notes that it is missing. */
    private void end(ImportTarget target) {
        if (line == null && needsEnd) {
            target.cutOff(ChannelExport.END + "COUNT", lineNumber);
        } else if (line != null && isEnd()) {
            target.end(line.substring(ChannelExport.END.length()).strip(), lineNumber);
            needsEnd = false;
            do {
                nextLine();
            } while (line != null && line.isBlank());
        }
    }

    private static CallSchema schema(String base64, long schemaLine) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return CallSchema.decode(MemorySegment.ofArray(bytes), 0, bytes.length);
        } catch (IllegalArgumentException | WireException e) {
            throw new ChannelException(
                    "cannot read schema of export line=" + schemaLine + " reason=" + e.getMessage(), e);
        }
    }

    /** Uses the time in the comments before a call, if there is one. */
    private static void time(List<String> comments, ImportTarget target) {
        for (String comment : comments) {
            int space = comment.lastIndexOf(' ');
            try {
                Instant time = Instant.parse(comment.substring(space + 1));
                target.time(Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano()));
            } catch (DateTimeException | ArithmeticException _) {
                // a comment of a user who has edited the text
            }
        }
    }

    /** Reads a line into {@link #line}, null at the end. */
    private void nextLine() {
        StringBuilder read = new StringBuilder();
        try {
            int next = text.read();
            if (next < 0) {
                line = null;
                return;
            }
            for (; next >= 0 && next != '\n'; next = text.read()) {
                if (read.length() == maxLineChars) {
                    throw new ChannelException(
                            "line of export is too long line=" + (lineNumber + 1) + " limit=" + maxLineChars);
                }
                read.append((char) next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read export line=" + (lineNumber + 1) + " reason=" + e, e);
        }
        lineNumber++;
        if (!read.isEmpty() && read.charAt(read.length() - 1) == '\r') {
            read.setLength(read.length() - 1);
        }
        line = read.toString();
    }

    /**
     * The documents from the present line up to the header of the next section or the end. If there must be an end, a
     * document is returned only once the marker or the line after it is there.
     */
    private final class SectionReader extends Reader {

        private Reader current = new StringReader("");

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            int count = current.read(buffer, offset, length);
            while (count < 0 && line != null && !isHeader() && !isEnd()) {
                current = new StringReader(document());
                count = current.read(buffer, offset, length);
            }
            return count;
        }

        private String document() {
            StringBuilder document = new StringBuilder();
            do {
                document.append(line).append('\n');
                nextLine();
            } while (line != null && !isMarker() && !isHeader() && !isEnd() && document.length() < maxLineChars);
            return line == null && needsEnd ? "" : document.toString();
        }

        private boolean isMarker() {
            return line.startsWith("---") || line.startsWith("...");
        }

        @Override
        public void close() {}
    }
}
