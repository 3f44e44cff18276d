package io.millrace.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One process. The issuing thread writes lines, and another one reads the answers, which come in the order of the
 * lines. When the process ends, everything that it has not answered fails.
 */
final class ExecSession implements TargetSession {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long FAREWELL_MS = 500;

    private final Process process;
    private final OutputStream to;
    private final Optional<Pattern> failure;
    private final Template[] lines;
    private final int longestBytes;
    private final StringBuilder text = new StringBuilder();
    private final ConcurrentLinkedQueue<Operation> unanswered = new ConcurrentLinkedQueue<>();
    private final Thread reader;
    private volatile boolean hasEnded;

    ExecSession(Process process, List<OperationSpec> operations, Optional<Pattern> failure, int longestBytes) {
        this.process = process;
        this.failure = failure;
        this.longestBytes = longestBytes;
        to = process.getOutputStream();
        lines = operations.stream()
                .map(operation -> operation.field("line").orElse(null))
                .toArray(Template[]::new);
        reader = Thread.ofPlatform().name("load-exec-reader").daemon().start(this::readAll);
    }

    @Override
    public void issue(Operation operation) throws IOException {
        if (hasEnded) {
            throw new IOException("the process has ended");
        }
        text.setLength(0);
        Template line = lines[operation.kind()];
        if (line == null) {
            text.append(operation.sequence());
        } else {
            line.appendTo(text, operation);
        }
        byte[] bytes = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        unanswered.add(operation);
        try {
            to.write(bytes);
            to.flush();
        } catch (IOException e) {
            if (unanswered.remove(operation)) {
                throw e;
            }
        }
        if (hasEnded) {
            failAll();
        }
    }

    private void readAll() {
        byte[] buffer = new byte[BUFFER_BYTES];
        byte[] line = new byte[longestBytes];
        int length = 0;
        try (InputStream from = process.getInputStream()) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        answered(line, length);
                        length = 0;
                    } else if (length == longestBytes) {
                        throw new IOException("answer is too long longestBytes=" + longestBytes);
                    } else {
                        line[length++] = buffer[i];
                    }
                }
            }
        } catch (IOException e) {
            process.destroyForcibly();
        }
        hasEnded = true;
        failAll();
    }

    private void answered(byte[] line, int length) {
        Operation oldest = unanswered.poll();
        if (oldest == null) {
            return;
        }
        if (failure.isEmpty()) {
            oldest.complete();
            return;
        }
        String answer = new String(line, 0, length, StandardCharsets.UTF_8);
        boolean isFailure;
        try {
            isFailure = failure.get().matcher(answer).find();
        } catch (StackOverflowError e) {
            oldest.fail(new LoadException(
                    "the pattern of failures is too deep" + " for an answer fail=" + failure.get(), e));
            return;
        }
        if (isFailure) {
            oldest.fail(new LoadException("the answer matches the pattern of failures fail=" + failure.get()));
        } else {
            oldest.complete();
        }
    }

    private void failAll() {
        for (Operation operation = unanswered.poll(); operation != null; operation = unanswered.poll()) {
            operation.fail(new LoadException("the process ended without an answer"));
        }
    }

    /** Lets the process end by itself, for a moment; then ends it, with those that it has started. */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            to.close();
        } catch (IOException e) {
            // It has ended before; what it did not answer has failed for that.
            process.destroy();
        }
        try {
            process.waitFor(FAREWELL_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        while (reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
