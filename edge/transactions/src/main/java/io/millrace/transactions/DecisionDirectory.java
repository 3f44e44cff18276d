package io.millrace.transactions;

import io.millrace.memory.Directories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The directory of a store, as an operator sees it: what is recorded there, and the operator's own decisions about it.
 *
 * <p>Reading is possible beside the manager that has the store, and takes nothing from it. Changes are not: they open
 * the store, which counts one more start, and leave it to the next start of the manager to carry them out. When a
 * method returns, what it has changed is durable. Any thread may call any method.
 */
public final class DecisionDirectory {

    private static final int TRIES = 300;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path directory;
    private final DecisionListing.Kind kind;

    private DecisionDirectory(Path directory, DecisionListing.Kind kind) {
        this.directory = directory;
        this.kind = kind;
    }

    /**
     * Returns the store in a directory.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static DecisionDirectory of(Path directory) {
        if (GroupCommitDecisionStore.isIn(directory)) {
            return new DecisionDirectory(directory, DecisionListing.Kind.JOURNAL);
        }
        if (FileDecisionStore.isIn(directory)) {
            return new DecisionDirectory(directory, DecisionListing.Kind.FILES);
        }
        throw new IllegalArgumentException("not a decision store directory=" + directory);
    }

    /**
     * Returns what is recorded. Beside a manager that works, that is what was recorded at some moment of the call.
     *
     * @throws TransactionLogException if the store is damaged or cannot be read
     */
    public DecisionListing list() {
        for (int tries = 1; ; tries++) {
            try {
                Optional<String> holder = StoreLock.holder(directory);
                DecisionTable table = new DecisionTable();
                try {
                    read(table);
                    return listing(table, holder);
                } catch (NoSuchFileException | TransactionLogException e) {
                    if (holder.isEmpty() || tries == TRIES) {
                        throw e; // else it may have been written just now
                    }
                }
            } catch (IOException e) {
                throw new TransactionLogException(
                        "cannot read decision store directory=" + directory + " reason=" + e, e);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private void read(DecisionTable table) throws IOException {
        switch (kind) {
            case JOURNAL -> GroupCommitDecisionStore.readOnly(directory, table);
            case FILES -> FileDecisionStore.readOnly(directory, table);
        }
    }

    private DecisionListing listing(DecisionTable table, Optional<String> holder) {
        Map<GlobalId, HeuristicOutcome> kept = new TreeMap<>();
        table.kept().forEach(outcome -> kept.put(outcome.transaction(), outcome));
        Map<GlobalId, ListedTransaction> all = new TreeMap<>();
        kept.forEach((id, outcome) ->
                all.put(id, new ListedTransaction(id, ListedTransaction.State.HEURISTIC, List.of(), outcome)));
        for (Decision decision : table.pending()) {
            GlobalId id = decision.transaction();
            ListedTransaction.State state =
                    kept.containsKey(id) ? ListedTransaction.State.IN_DOUBT : ListedTransaction.State.UNFINISHED;
            all.put(id, new ListedTransaction(id, state, decision.branches(), kept.get(id)));
        }
        return new DecisionListing(kind, table.incarnation(), holder, List.copyOf(all.values()));
    }

    /**
     * Forgets what did not end as decided.
     *
     * @throws IllegalArgumentException if nothing such is kept of the transaction
     * @throws StoreInUseException if a manager has the store
     */
    public void forgetOutcome(GlobalId transaction) {
        change(store -> {
            if (!store.isKept(transaction)) {
                throw new IllegalArgumentException("no outcome is stored for this transaction id=" + transaction);
            }
            store.forgetOutcome(transaction);
        });
    }

    /**
     * Gives up branches of a decision, because their resources will never be back to be told. When none is left, the
     * decision is forgotten. A branch that turns up nevertheless, prepared, is then rolled back.
     *
     * @param branches their numbers
     * @throws IllegalArgumentException if there is no such decision, or it does not have such a branch
     * @throws StoreInUseException if a manager has the store
     */
    public void giveUp(GlobalId transaction, Set<Integer> branches) {
        change(store -> {
            Decision decision = decided(store, transaction);
            List<Decision.BranchRecord> rest = new ArrayList<>(decision.branches());
            Set<Integer> unknown = new HashSet<>(branches);
            rest.removeIf(branch -> branches.contains(branch.branch()) && unknown.remove(branch.branch()));
            if (!unknown.isEmpty() || branches.isEmpty()) {
                throw new IllegalArgumentException("transaction has no such branch id=" + transaction + " branches="
                        + unknown + " decided=" + decision.branches());
            }
            if (rest.isEmpty()) {
                store.forget(transaction);
            } else {
                store.replace(new Decision(transaction, rest));
            }
        });
    }

    private static Decision decided(DecisionStore store, GlobalId transaction) {
        return store.pending().stream()
                .filter(decision -> decision.transaction().equals(transaction))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no decision is stored for this transaction id=" + transaction));
    }

    /**
     * Decides that a transaction commits of which nothing is recorded but whose branches are prepared: the next start
     * tells them to, instead of rolling them back.
     *
     * @param decision the branches, with the names of their resources
     * @throws IllegalArgumentException if something is recorded of the transaction, it is of no start of this store, or
     *     it has no branch or one twice
     * @throws StoreInUseException if a manager has the store
     */
    public void commit(Decision decision) {
        change(store -> {
            GlobalId id = decision.transaction();
            if (store.isDecided(id) || store.isKept(id)) {
                throw new IllegalArgumentException("this transaction already has a record id=" + id);
            }
            if (id.incarnation() < 1 || id.incarnation() >= store.incarnation() || id.sequence() < 1) {
                throw new IllegalArgumentException("no manager of this store has begun this transaction id=" + id
                        + " starts=" + (store.incarnation() - 1));
            }
            if (decision.branches().isEmpty() || decision.branches().size() > Decision.MAX_BRANCHES) {
                throw new IllegalArgumentException("a decision has 1 to " + Decision.MAX_BRANCHES + " branches id=" + id
                        + " branches=" + decision.branches().size());
            }
            Set<Integer> numbers = new HashSet<>();
            for (Decision.BranchRecord branch : decision.branches()) {
                if (!numbers.add(branch.branch())) {
                    throw new IllegalArgumentException("duplicate branch id=" + id + " branch=" + branch.branch());
                }
            }
            store.record(decision);
        });
    }

    /**
     * Decides that the remaining branches of a transaction roll back although the decision was to commit: the next
     * start rolls back the branches that are still prepared. Since others may have committed, an outcome that is not
     * known is kept.
     *
     * @throws IllegalArgumentException if nothing is decided of the transaction
     * @throws StoreInUseException if a manager has the store
     */
    public void rollBack(GlobalId transaction) {
        change(store -> {
            HeuristicOutcome outcome = store.kept().stream()
                    .filter(kept -> kept.transaction().equals(transaction))
                    .findFirst()
                    .orElse(new HeuristicOutcome(transaction, Outcome.HAZARD, List.of()));
            for (Decision.BranchRecord branch : decided(store, transaction).branches()) {
                outcome = outcome.with(new BranchOutcome(
                        branch.branch(), branch.resource(), Outcome.HAZARD, 0, "an operator had it rolled back"));
            }
            store.keep(outcome); // durable before the decision goes
            store.forget(transaction);
        });
    }

    private void change(Consumer<TableStore> action) {
        try (TableStore store = open()) {
            action.accept(store);
        }
        force();
    }

    private TableStore open() {
        return switch (kind) {
            case JOURNAL -> GroupCommitDecisionStore.open(directory);
            case FILES -> FileDecisionStore.open(directory);
        };
    }

    /** Forces what a store itself leaves unforced. */
    private void force() {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (!file.endsWith(StoreLock.NAME)) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                        channel.force(true);
                    }
                }
            }
            Directories.force(directory);
        } catch (IOException e) {
            throw new TransactionLogException(
                    "cannot force changes; they may be lost when" + " power fails directory=" + directory + " reason="
                            + e,
                    e);
        }
    }
}
