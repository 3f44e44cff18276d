package io.millrace.bridge;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.RollingChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueStore;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wires;

/**
 * A process that reads a Chronicle Queue and writes its documents to standard output: for each its index, the length of
 * its text in bytes and the text; at the end {@link #END} and, each as a long, how many documents there were, how many
 * cycles there are from the first with documents to the last, and how many have any; then the names of the files of
 * these. It is a process of its own because the library needs flags that the Java launcher alone can give.
 */
final class QueueReader {
    static final long END = -1;

    private static final long NOTHING = -1;

    /** How long the library waits for a writer that has made a file and written nothing into it. */
    private static final long EMPTY_FILE_MS = 1000;

    private QueueReader() {}

    /**
     * Returns the flags without which the library fails or warns on Java 25, and switches for its analytics and
     * tracing.
     */
    static List<String> jvmFlags() {
        return List.of(
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.util=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dchronicle.analytics.disable=true",
                "-Ddisable.debug.info=true",
                "-Djvm.resource.tracing=false",
                "-Dslf4j.internal.verbosity=ERROR");
    }

    /** Reads the queue in the directory that is the one argument. */
    public static void main(String... args) throws IOException {
        FileOutputStream standardOutput = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // whatever the library prints must not come between the documents
        long documents = 0;
        NavigableMap<Integer, String> files = new TreeMap<>(); // by their cycles
        NavigableMap<Integer, Long> ends = new TreeMap<>(); // positions of the last documents
        try (RollingChronicleQueue queue = SingleChronicleQueueBuilder.single(
                                Path.of(args[0]).toFile())
                        .readOnly(true)
                        .timeoutMS(EMPTY_FILE_MS)
                        .build();
                ExcerptTailer tailer = queue.createTailer();
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(standardOutput))) {
            int cycle = queue.firstCycle();
            while (cycle <= queue.lastCycle()) { // a tailer ends at an empty file, even if more files follow
                if (tailer.moveToCycle(cycle)) {
                    long last = write(tailer, out);
                    while (last != NOTHING) {
                        documents++;
                        cycle = tailer.cycle();
                        files.computeIfAbsent(cycle, _ -> tailer.currentFile().getName());
                        ends.put(cycle, last);
                        last = write(tailer, out);
                    }
                }
                cycle = next(queue, cycle);
            }
            checkEnds(queue, ends, files);
            out.writeLong(END);
            out.writeLong(documents);
            out.writeLong(files.isEmpty() ? 0 : files.lastKey() - files.firstKey() + 1);
            out.writeLong(files.size());
            for (String file : files.values()) {
                out.writeUTF(file);
            }
        } catch (RuntimeException | InternalError e) { // the latter where a file is cut off
            System.err.println("cannot read queue=" + args[0] + " documents=" + documents + " reason=" + e);
            System.exit(1);
        }
    }

    /**
     * Compares the last document that was read in each file with the position of the last one that was written, which
     * the file keeps in its header: a tailer takes zeros in the middle of a file, left by a loss of power, for the end.
     */
    private static void checkEnds(
            RollingChronicleQueue queue, NavigableMap<Integer, Long> ends, NavigableMap<Integer, String> files) {
        ends.forEach((cycle, last) -> {
            try (SingleChronicleQueueStore store = queue.storeForCycle(cycle, 0, false, null)) {
                if (store != null && store.writePosition() > last) {
                    throw new IllegalStateException("documents are missing in the middle of a file file="
                            + files.get(cycle) + " lastRead=" + last + " lastWritten=" + store.writePosition());
                }
            }
        });
    }

    /** Returns the next cycle that has a file, or the last cycle plus one. */
    private static int next(RollingChronicleQueue queue, int cycle) {
        try {
            return cycle < queue.lastCycle() ? queue.nextCycle(cycle, TailerDirection.FORWARD) : Integer.MAX_VALUE;
        } catch (ParseException e) {
            throw new IllegalStateException("cannot read the name of a file reason=" + e, e);
        }
    }

    /** Writes the next document, and returns the position of its content in the file, {@link #NOTHING} at the end. */
    private static long write(ExcerptTailer tailer, DataOutputStream out) throws IOException {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return NOTHING;
            }
            long position = document.wire().bytes().readPosition();
            byte[] text = Wires.fromSizePrefixedBlobs(document).getBytes(StandardCharsets.UTF_8);
            out.writeLong(document.index());
            out.writeInt(text.length);
            out.write(text);
            return position;
        }
    }
}
