package io.millrace.bridge;

import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ImportTarget;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a channel of what is in a Chronicle Queue. */
@Command(
        name = "bridge",
        mixinStandardHelpOptions = true,
        description = {
            "Create a channel from the documents of a Chronicle Queue, with the library of that queue, which"
                    + " reads it in a process of its own. Each document becomes a call document(index, text): its index"
                    + " there, and its text as that library writes it. The queue is opened for reading alone."
                    + " The channel is there when it is whole: until then it is PATH.importing.",
            "A warning names each file without documents, and another says how many cycles between the first and the "
                    + "last have none: a queue does not say whether there ever were any."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace bridge /var/queues/orders --to data/orders"})
final class BridgeCommand implements Runnable {
    private static final int MAX_TEXT_BYTES = 16 << 20;

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The directory of the Chronicle Queue.")
    private Path queue;

    @Option(names = "--to", paramLabel = "PATH", required = true, description = "The directory of the new channel.")
    private Path to;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        if (!isQueue(queue)) {
            throw new ParameterException(
                    spec.commandLine(), "not a queue; a queue has files *.cq4 or *.cq4t queue=" + queue);
        }
        if (Files.exists(to)) {
            throw new ParameterException(spec.commandLine(), "the new channel already exists to=" + to);
        }
        Content content = copy();
        int cycles = content.files.size();
        System.err.println(
                "Bridged " + counted(content.documents, "document") + " of " + counted(cycles, "cycle") + ".");
        Set<String> empty = files(queue, "*.cq4");
        empty.removeAll(content.files);
        if (!empty.isEmpty()) {
            System.err.println("Warning: files without documents: " + String.join(", ", empty));
        }
        if (content.span > cycles) {
            System.err.println("Warning: cycles without documents between the first and the last count="
                    + (content.span - cycles) + " of=" + content.span);
        }
    }

    /**
     * What was in the queue.
     *
     * @param span how many cycles there are from the first with documents to the last
     * @param files the files of the cycles that have documents, one for each
     */
    private record Content(long documents, long span, Set<String> files) {}

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static boolean isQueue(Path directory) {
        return !files(directory, "*.{cq4,cq4t}").isEmpty();
    }

    /** Returns the names of the files that match, in order. */
    private static SortedSet<String> files(Path directory, String glob) {
        SortedSet<String> files = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
            found.forEach(file -> files.add(file.getFileName().toString()));
            return files;
        } catch (NotDirectoryException | NoSuchFileException e) {
            return files;
        } catch (IOException | DirectoryIteratorException e) {
            throw new BridgeException("cannot read directory queue=" + directory + " reason=" + e, e);
        }
    }

    private Content copy() {
        Process reader = null;
        try {
            reader = new ProcessBuilder(readerCommand(queue))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(reader.getInputStream()))) {
                return write(in);
            }
        } catch (IOException e) {
            throw new BridgeException("cannot read the queue to its end queue=" + queue + " reason=" + e, e);
        } finally {
            if (reader != null) {
                reader.destroyForcibly().onExit().join();
            }
        }
    }

    static List<String> readerCommand(Path queue) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(QueueReader.jvmFlags());
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                QueueReader.class.getName(),
                queue.toAbsolutePath().toString()));
        return command;
    }

    private Content write(DataInputStream in) throws IOException {
        try (ImportTarget target = ImportTarget.begin(to, ChannelOptions.defaults())) {
            QueueDocuments documents = target.writer().as(QueueDocuments.class);
            long count = 0;
            for (long index = in.readLong(); index != QueueReader.END; index = in.readLong()) {
                int length = in.readInt();
                if (length < 0 || length > MAX_TEXT_BYTES) {
                    throw new BridgeException("document is too long queue=" + queue + " index=" + index + " length="
                            + length + " limit=" + MAX_TEXT_BYTES);
                }
                target.time(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
                documents.document(index, new String(in.readNBytes(length), StandardCharsets.UTF_8));
                count++;
            }
            long expected = in.readLong();
            if (count != expected) {
                throw new BridgeException(
                        "documents are missing queue=" + queue + " expected=" + expected + " actual=" + count);
            }
            Content content = new Content(count, in.readLong(), new HashSet<>());
            for (long files = in.readLong(); files > 0; files--) {
                content.files.add(in.readUTF());
            }
            target.writer().sync();
            target.finish(ImportTarget.Incomplete.REFUSED);
            return content;
        }
    }
}
