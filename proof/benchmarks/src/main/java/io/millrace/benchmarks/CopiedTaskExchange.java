package io.millrace.benchmarks;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A journal for requests and one for answers, each with a copy in another process, and a thread that answers. Both ends
 * read only what the copy has.
 */
final class CopiedTaskExchange implements TaskExchange {
    private final CopiedJournal requests;
    private final CopiedJournal answers;
    private final Thread server;
    private final IdleStrategy idle = new BackoffIdleStrategy();
    private volatile boolean isClosing;
    private volatile Throwable failure;

    CopiedTaskExchange(OtherEnd requestsTo, OtherEnd answersTo, Path directory) throws IOException {
        MemorySegment first = MemorySegment.ofArray(PayloadBytes.of(-1));
        requests = CopiedJournal.open(requestsTo, Files.createDirectory(directory.resolve("requests")), first);
        answers = CopiedJournal.open(answersTo, Files.createDirectory(directory.resolve("answers")), first);
        requests.tailer().handOver();
        answers.appender().handOver();
        server = Thread.ofPlatform().name("answering").start(this::serve);
    }

    private void serve() {
        IdleStrategy waiting = new BackoffIdleStrategy();
        try {
            while (!isClosing) {
                if (read(requests.tailer(), waiting)) {
                    answers.append(MemorySegment.ofArray(PayloadMapper.mapped(message(requests.tailer()))));
                    answers.sent();
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private static boolean read(Tailer tailer, IdleStrategy waiting) {
        if (tailer.read() == Read.MESSAGE) {
            waiting.reset();
            return true;
        }
        waiting.idle();
        return false;
    }

    private static byte[] message(Tailer tailer) {
        return tailer.segment().asSlice(tailer.offset(), tailer.length()).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void send(byte[] request) {
        requests.append(MemorySegment.ofArray(request));
        requests.sent();
    }

    @Override
    public void receive(AnswerReceiver receiver) {
        if (read(answers.tailer(), idle)) {
            receiver.answer(message(answers.tailer()));
        } else if (failure != null) {
            throw new BenchmarkException("the thread that answers has failed", failure);
        }
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            server.join();
            requests.close();
            answers.close();
        } catch (IOException e) {
            throw new BenchmarkException("the journals cannot be closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
