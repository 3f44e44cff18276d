package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;

/**
 * The two queues of the method suite. Chronicle generates its writers and readers with the compiler. If that fails, it
 * silently uses reflection at a fraction of the speed; here that is an error.
 */
final class ChronicleQueues implements AutoCloseable {
    private final ChronicleQueue input;
    private final ChronicleQueue output;

    ChronicleQueues(Path directory) {
        this.input = ChronicleSettings.open(directory.resolve("input"));
        this.output = ChronicleSettings.open(directory.resolve("output"));
    }

    <T> T inputWriter(Class<T> type) {
        return writer(input, type);
    }

    <T> T outputWriter(Class<T> type) {
        return writer(output, type);
    }

    MethodReader inputReader(Object component) {
        return reader(input, component);
    }

    MethodReader outputReader(Object component) {
        return reader(output, component);
    }

    @Override
    public void close() {
        input.close();
        output.close();
    }

    /** Returns an object whose calls are written to a queue, by any one thread. */
    static <T> T writer(ChronicleQueue queue, Class<T> type) {
        ExcerptAppender appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
        T writer = appender.methodWriter(type);
        if (Proxy.isProxyClass(writer.getClass())) {
            throw new BenchmarkException("the peer could not generate its method writer type=" + type.getName());
        }
        return writer;
    }

    /** Returns a reader that makes the calls of a queue on a component, in any one thread. */
    static MethodReader reader(ChronicleQueue queue, Object component) {
        ExcerptTailer tailer = queue.createTailer();
        tailer.singleThreadedCheckDisabled(true);
        MethodReader reader = tailer.methodReader(component);
        if (reader.getClass().getName().startsWith("net.openhft.")) {
            throw new BenchmarkException("the peer could not generate its method reader component=" + component);
        }
        return reader;
    }
}
