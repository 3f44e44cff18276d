package io.millrace.benchmarks;

import java.util.Arrays;
import java.util.List;

/** Where the parts of a pipeline run. All have the same components and channels. */
enum PipelinePlacement {
    ONE_THREAD("one thread", "source+first+second+third+sink"),
    TWO_THREADS("two threads", "source+first,second+third+sink"),
    THREE_THREADS("three threads", "source+first,second,third+sink"),
    THREE_PROCESSES("three processes", "source+first|second|third+sink"),
    THREE_HOSTS("three hosts", "source+first|second|third+sink");

    private final String text;

    /** The parts of a thread are joined by a plus, threads of a process by a comma, processes by a bar. */
    private final String parts;

    PipelinePlacement(String text, String parts) {
        this.text = text;
        this.parts = parts;
    }

    String text() {
        return text;
    }

    /** Returns the parts of each thread of each process, joined by {@code +}; the source is in the first. */
    List<List<String>> processes() {
        return Arrays.stream(parts.split("\\|", -1))
                .map(process -> List.of(process.split(",", -1)))
                .toList();
    }

    /** Returns whether the processes are hosts, which copy the channels between them over TCP. */
    boolean isOnHosts() {
        return this == THREE_HOSTS;
    }

    /** Returns whether the peer is measured in this placement; its copies between hosts are a commercial product. */
    boolean isOfPeer() {
        return this != TWO_THREADS && !isOnHosts();
    }

    /** Returns the parts of each thread. */
    List<List<String>> threads() {
        return processes().stream()
                .flatMap(List::stream)
                .map(thread -> List.of(thread.split("\\+", -1)))
                .toList();
    }

    /** Returns whether all threads can be busy at the same time on so many processors. */
    boolean fits(int processors) {
        return threads().size() <= processors;
    }
}
