package io.millrace.channel;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import io.millrace.wire.YamlCalls;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Makes a channel of what {@link ChannelExport} wrote: a new journal with an identity of its own, in which the calls
 * have the times of their comments. Calls without such a comment have the time of the one before. For one thread,
 * once.
 */
public final class ChannelImport {

    private final Reader text;
    private final TextOptions options = TextOptions.strict();
    private final int maxLineChars = options.limits().maxMessageBytes();

    private String line;
    private long lineNumber;
    private long timeNs;

    private ChannelImport(Reader text) {
        this.text = text;
    }

    /**
     * Makes a channel in a directory that holds none.
     *
     * @param directory where; its name is that of the channel
     * @param text what was exported; read to its end
     * @param options how the channel is made; its clocks are those of the calls
     * @return how many calls were imported
     * @throws ChannelException if there is a channel already, or the text is none that was exported
     * @throws WireException if a document is not a call of the schemas before it; the calls before it are imported
     */
    public static long read(Path directory, Reader text, ChannelOptions options) {
        if (Files.exists(directory)) {
            throw new ChannelException(
                    "what is imported becomes a new channel, and there is something directory=" + directory);
        }
        ChannelImport importing = new ChannelImport(text);
        importing.nextLine();
        if (!ChannelExport.HEADER.equals(importing.line)) {
            throw new ChannelException("the text is not an export, which begins with header='" + ChannelExport.HEADER
                    + "' found='" + shown(importing.line) + "'");
        }
        ChannelOptions channelOptions = options.withClock(() -> importing.timeNs)
                .withJournal(options.journal().withClock(() -> ChannelText.instant(importing.timeNs)));
        String name = directory.toAbsolutePath().normalize().getFileName().toString();
        try (Channel channel = Channel.journal(name, directory, channelOptions);
                ChannelWriter writer = channel.writer()) {
            long calls = 0;
            while (importing.line != null) {
                calls += importing.section(writer);
            }
            return calls;
        }
    }

    private static String shown(String line) {
        return line == null ? "" : line.substring(0, Math.min(80, line.length()));
    }

    /** Imports the section whose header is the present line, and goes to that of the next one. */
    private long section(ChannelWriter writer) {
        List<CallSchema> schemas = new ArrayList<>();
        nextLine();
        while (line != null && line.startsWith("# ")) {
            if (line.startsWith(ChannelExport.SCHEMA)) {
                schemas.add(schema(line.substring(ChannelExport.SCHEMA.length())));
            }
            nextLine();
        }
        YamlCalls documents = YamlCalls.read(new SectionReader(), schemas, options);
        BinaryOutput arguments = BinaryOutput.allocate(1024, options.limits());
        long calls = 0;
        while (documents.next()) {
            time(documents.comments());
            arguments.reset();
            documents.arguments(arguments);
            writer.call(schemas.get(documents.call()), arguments.segment(), arguments.start(), arguments.length());
            calls++;
        }
        return calls;
    }

    private CallSchema schema(String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return CallSchema.decode(MemorySegment.ofArray(bytes), 0, bytes.length);
        } catch (IllegalArgumentException | WireException e) {
            throw new ChannelException(
                    "a schema in the export cannot be read line=" + lineNumber + ": " + e.getMessage(), e);
        }
    }

    /** Takes over the time that stands in the comments before a call, if it does. */
    private void time(List<String> comments) {
        for (String comment : comments) {
            int space = comment.lastIndexOf(' ');
            try {
                Instant time = Instant.parse(comment.substring(space + 1));
                timeNs = Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
            } catch (DateTimeException | ArithmeticException _) {
                // a comment of somebody who has edited the text
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
                            "a line of the export is too long line=" + (lineNumber + 1) + " limit=" + maxLineChars);
                }
                read.append((char) next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the export cannot be read line=" + (lineNumber + 1) + ": " + e, e);
        }
        lineNumber++;
        line = read.toString();
    }

    /** The lines from the present one up to the header of the next section. */
    private final class SectionReader extends Reader {

        private Reader current = new StringReader("");

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            int count = current.read(buffer, offset, length);
            while (count < 0 && line != null && !line.equals(ChannelExport.HEADER)) {
                current = new StringReader(line + "\n");
                nextLine();
                count = current.read(buffer, offset, length);
            }
            return count;
        }

        @Override
        public void close() {}
    }
}
