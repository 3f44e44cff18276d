package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalException;
import io.millrace.map.MapException;
import io.millrace.map.PersistentMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A map of {@link MapProof} whose owners are killed: how far it is, and what went wrong. */
final class MapRound {

    private final CrashPlan plan;
    private final MapFlaw flaw;
    private final MapOperations operations;
    private final MapModel model;
    private final MapWatch watch;
    private long changes;

    /** Null while nothing went wrong. */
    private volatile RuntimeException failure;

    /** A part of the round. */
    interface Step {
        void run() throws IOException;
    }

    MapRound(CrashPlan plan, MapFlaw flaw) {
        this.plan = plan;
        this.flaw = flaw;
        this.operations = new MapOperations(plan.seed(), flaw);
        this.model = new MapModel(operations);
        this.watch = new MapWatch(plan.journal(), MapWork.options(plan.seed(), Durability.MAPPED), operations);
    }

    long seed() {
        return plan.seed();
    }

    Path directory() {
        return plan.journal();
    }

    MapOperations operations() {
        return operations;
    }

    /** Returns the reader of this process; for one thread at a time. */
    MapWatch watch() {
        return watch;
    }

    /** Returns how many changes the map has had when it was checked last. */
    long changes() {
        return changes;
    }

    void changes(long made) {
        changes = made;
    }

    boolean isSound() {
        return failure == null;
    }

    /** Notes that something went wrong; the first error counts. */
    void failed(RuntimeException error) {
        if (failure == null) {
            failure = error;
        }
    }

    /** Makes a part of the round, unless something went wrong before. */
    void step(Step step) throws IOException {
        if (isSound()) {
            try {
                step.run();
            } catch (ProofException | JournalException | MapException e) {
                failed(e);
            }
        }
    }

    void writeWork() throws IOException {
        new MapWork(changes, flaw).write(plan.scratch());
    }

    PersistentMap<String, String> open(Durability durability) {
        return PersistentMap.open(directory(), String.class, String.class, MapWork.options(plan.seed(), durability));
    }

    PersistentMap<String, String> openReadOnly() {
        return PersistentMap.openReadOnly(
                directory(), String.class, String.class, MapWork.options(plan.seed(), Durability.MAPPED));
    }

    long reach(Map<String, String> found, long least, long most, String where) {
        return model.reach(found, least, most, where);
    }

    /** Ends the round: reports it, and removes what a good one has left. */
    void end(ProofReport report) throws IOException {
        watch.close();
        if (isSound()) {
            DirectoryTrees.delete(plan.scratch());
        } else {
            report.fail(plan.seed(), "kill directory=" + plan.scratch(), failure);
        }
        report.ran();
    }
}
