package io.millrace.leaks;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The live platform threads, open files and mapped files of this process at one moment. */
record Snapshot(Set<Thread> threads, Set<String> openFiles, Set<String> mappedFiles) {

    /** How many threads may start while they are counted. */
    private static final int ROOM = 20;

    static Snapshot take() {
        return new Snapshot(liveThreads(), ProcessFiles.open(), ProcessFiles.mapped());
    }

    private static Set<Thread> liveThreads() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        // Stacks of all threads, which give the threads too, take a hundred times as long.
        Thread[] threads = new Thread[all.activeCount() + ROOM];
        int count = all.enumerate(threads);
        while (count == threads.length) { // some may be missing
            threads = new Thread[2 * count];
            count = all.enumerate(threads);
        }
        Set<Thread> live = new HashSet<>();
        for (Thread thread : Arrays.asList(threads).subList(0, count)) {
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
