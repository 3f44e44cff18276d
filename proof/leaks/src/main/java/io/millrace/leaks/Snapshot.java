package io.millrace.leaks;

import java.util.HashSet;
import java.util.Set;

/** The live platform threads, open files and mapped files of this process at one moment. */
record Snapshot(Set<Thread> threads, Set<String> openFiles, Set<String> mappedFiles) {

    static Snapshot take() {
        return new Snapshot(liveThreads(), ProcessFiles.open(), ProcessFiles.mapped());
    }

    private static Set<Thread> liveThreads() {
        Set<Thread> live = new HashSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.isAlive() && !JvmThreads.contains(thread)) {
                live.add(thread);
            }
        }
        return live;
    }

    /** Returns what is here, was not there before, is not tolerated and has not been reported. */
    Snapshot minus(Snapshot before, Expectations tolerated, Set<Object> reported) {
        Set<Thread> newThreads = new HashSet<>(threads);
        newThreads.removeAll(before.threads);
        newThreads.removeIf(thread -> reported.contains(thread) || tolerated.toleratesThread(thread.getName()));
        return new Snapshot(
                newThreads,
                newFiles(openFiles, before.openFiles, tolerated, reported),
                newFiles(mappedFiles, before.mappedFiles, tolerated, reported));
    }

    private static Set<String> newFiles(
            Set<String> now, Set<String> before, Expectations tolerated, Set<Object> reported) {
        Set<String> newFiles = new HashSet<>(now);
        newFiles.removeAll(before);
        newFiles.removeIf(file -> reported.contains(file) || tolerated.toleratesFile(file));
        return newFiles;
    }

    boolean isEmpty() {
        return threads.isEmpty() && openFiles.isEmpty() && mappedFiles.isEmpty();
    }

    boolean onlyMappings() {
        return threads.isEmpty() && openFiles.isEmpty() && !mappedFiles.isEmpty();
    }
}
