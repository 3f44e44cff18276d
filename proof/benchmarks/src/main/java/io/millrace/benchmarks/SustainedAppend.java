package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.DeviceStream;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends to one log for so long that the system has to write it to the device meanwhile, as fast as the log accepts:
 * {@link Effort#sustainedNs}, or until the disk has little room left. Then the log is larger than the unwritten data
 * that the system keeps in memory. All messages are read back. Each round has its own log, so that no value is from a
 * time before the system began to write, and the sides take turns. Before each round, free memory is filled with pages
 * of another file, which those of the log replace: see {@link PageCacheFiller}.
 */
final class SustainedAppend {
    static final String CASE = "append 40 B sustained";

    private static final int SIZE_BYTES = 40;
    private static final long FRAME_BYTES = 48;
    private static final long CHUNK_MESSAGES = 1_000_000;
    private static final long FILE_BYTES = 64L << 20;

    private SustainedAppend() {}

    private interface Round {
        AppendProgress run(Path directory) throws IOException;
    }

    static void run(JournalWorkload workload, Effort effort, Path directory, Figures figures) throws IOException {
        inRounds(effort, directory, figures, fresh -> append(workload, effort, fresh));
    }

    /**
     * Measures a reference value: plain copies into one new mapped file after the other, each as large as a segment by
     * default. A message takes the space of its frame in our log.
     */
    static void copy(Effort effort, Path directory, Figures figures) throws IOException {
        long fileBytes = effort == Effort.SMOKE ? FRAME_BYTES * effort.roundMessages() : FILE_BYTES;
        inRounds(
                effort,
                directory,
                figures,
                fresh -> AppendProgress.run(effort, fresh, number -> {
                    fill(fresh.resolve("file-" + number), fileBytes);
                    return fileBytes / FRAME_BYTES;
                }));
    }

    /** Measures a reference value: the throughput of the device with files of the same size, counted in frames. */
    static void stream(Effort effort, Path directory, Figures figures) throws IOException {
        int blocks = effort == Effort.SMOKE ? 1 : (int) (FILE_BYTES / DeviceStream.BLOCK_BYTES);
        inRounds(effort, directory, figures, fresh -> {
            try (DeviceStream stream = DeviceStream.in(fresh)) {
                return AppendProgress.run(
                        effort, fresh, number -> stream.write(fresh.resolve("file-" + number), blocks) / FRAME_BYTES);
            }
        });
    }

    private static void inRounds(Effort effort, Path directory, Figures figures, Round round) throws IOException {
        List<AppendProgress> runs = new ArrayList<>();
        try (PageCacheFiller memory = PageCacheFiller.create(directory)) {
            for (int i = 0; i < effort.sustainedRounds(); i++) {
                Turn.next();
                memory.fill(effort.usedMemoryBytes());
                try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                    runs.add(round.run(fresh.path()));
                }
            }
        }
        figures.report(CASE, runs.stream().map(AppendProgress::rate).toList());
        figures.reportPart(
                CASE,
                "first third",
                runs.stream().map(AppendProgress::firstThird).toList());
        figures.reportPart(
                CASE, "last third", runs.stream().map(AppendProgress::lastThird).toList());
    }

    private static AppendProgress append(JournalWorkload workload, Effort effort, Path directory) throws IOException {
        try (LogUnderTest log = workload.open(directory, SIZE_BYTES)) {
            long chunk = Math.min(effort.roundMessages(), CHUNK_MESSAGES);
            AppendProgress progress = AppendProgress.run(effort, directory, _ -> {
                log.append(chunk);
                return chunk;
            });
            long expected = progress.messages() / chunk * LogUnderTest.expectedNumbers(chunk);
            long actual = log.read(progress.messages(), ReadCheck.HEADER);
            if (actual != expected) {
                throw new BenchmarkException("the messages read differ from the written ones what=numbers messages="
                        + progress.messages() + " expected=" + expected + " actual=" + actual);
            }
            return progress;
        }
    }

    private static void fill(Path path, long bytes) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, bytes, arena);
            MemorySegment message = arena.allocate(SIZE_BYTES, Long.BYTES);
            for (long at = 0; at + FRAME_BYTES <= bytes; at += FRAME_BYTES) {
                message.set(ValueLayout.JAVA_LONG, 0, at);
                MemorySegment.copy(message, 0, mapping, at, SIZE_BYTES);
            }
        }
    }
}
