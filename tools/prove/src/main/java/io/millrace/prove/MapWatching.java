package io.millrace.prove;

import io.millrace.journal.JournalException;
import io.millrace.map.MapException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Looks at the maps of some rounds in turn, in a thread of its own, while a process changes them. */
final class MapWatching {

    private static final long PAUSE_NS = 2_000_000;

    private final List<MapRound> rounds;
    private final CrashProcess process;
    private final Thread thread;
    private volatile boolean ended;

    private MapWatching(List<MapRound> rounds, CrashProcess process) {
        this.rounds = rounds;
        this.process = process;
        this.thread = Thread.ofPlatform().name("map-watching").unstarted(this::run);
    }

    static MapWatching start(List<MapRound> rounds, CrashProcess process) {
        MapWatching watching = new MapWatching(rounds, process);
        watching.thread.start();
        return watching;
    }

    private void run() {
        while (!ended) {
            for (int i = 0; i < rounds.size(); i++) {
                MapRound round = rounds.get(i);
                if (round.isSound()) {
                    look(round, Math.max(process.appended(i), round.changes()));
                }
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private void look(MapRound round, long least) {
        try {
            round.watch().look(least, round.changes() + MapProof.COUNT);
        } catch (ProofException | JournalException | MapException e) {
            round.failed(e);
        }
    }

    /** Ends the thread; what it has found is in the rounds then. May be called again. */
    void end() throws InterruptedException {
        ended = true;
        thread.join();
    }
}
