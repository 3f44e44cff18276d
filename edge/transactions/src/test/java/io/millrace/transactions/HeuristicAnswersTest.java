package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Branches that end by themselves: recovery does not end them in another way, before and after a restart, until
 * forgotten.
 */
class HeuristicAnswersTest {

    @TempDir
    Path directory;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");

    private Transactions open() {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                FileDecisionStore.open(directory),
                List.of(a, b));
    }

    private void begin(Transactions transactions) throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(a.named());
        transactions.getTransaction().enlistResource(b.named());
    }

    private static void recoverOften(Transactions transactions) {
        for (int pass = 0; pass < 4; pass++) {
            assertTrue(transactions.recover().isDone());
        }
    }

    private boolean isTold() {
        return errors.stream().anyMatch(error -> error.getMessage().contains("recovery leaves it"));
    }

    /** XA_HEURHAZ, XA_HEURRB, XA_HEURMIX, XAER_NOTA, XAER_RMERR and a rollback code. */
    @ParameterizedTest
    @ValueSource(ints = {8, 6, 5, -4, -3, 100})
    void aBranchOfACommittedTransactionThatIsStillListedIsNotRolledBack(int errorCode) throws Exception {
        b.fails("commit", errorCode);
        try (Transactions transactions = open()) {
            begin(transactions);
            assertThrows(HeuristicMixedException.class, transactions::commit);
            recoverOften(transactions);
            assertEquals(1, b.prepared().size());
            assertTrue(isTold());
        }
        errors.clear();
        try (Transactions transactions = open()) {
            recoverOften(transactions);
            assertEquals(1, a.committed.size());
            assertEquals(List.of(), b.rolledBack);
            assertEquals(1, b.prepared().size());
            assertTrue(isTold());
            assertEquals(1, transactions.heuristicOutcomes().size());
            if (errorCode == XAException.XAER_RMERR) {
                b.fails("forget", XAException.XAER_PROTO); // it has nothing to forget, the branch is only prepared
            }
            transactions.forget(
                    transactions.heuristicOutcomes().iterator().next().transaction());
            assertTrue(transactions.heuristicOutcomes().isEmpty());
            transactions.recover();
            transactions.recover();
            assertTrue(b.isEmpty(), "what is only prepared is rolled back once the operator has forgotten it");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 6, 5})
    void aResourceRemembersUntilAnOperatorForgets(int errorCode) throws Exception {
        a.during("commit", () -> b.endsByItself(errorCode));
        try (Transactions transactions = open()) {
            begin(transactions);
            assertThrows(HeuristicMixedException.class, transactions::commit);
        }
        try (Transactions transactions = open()) {
            recoverOften(transactions);
            assertEquals(1, b.remembered().size());
            assertEquals(1, b.log().stream().filter("b.commit"::equals).count(), b.log()::toString);
            assertTrue(!b.log().contains("b.rollback") && !b.log().contains("b.forget"), b.log()::toString);
            GlobalId id = transactions.heuristicOutcomes().iterator().next().transaction();
            b.away = true;
            TransactionLogException error = assertThrows(TransactionLogException.class, () -> transactions.forget(id));
            assertTrue(error.getMessage().contains("resources=[b]"), error::getMessage);
            assertEquals(1, transactions.heuristicOutcomes().size());
            b.away = false;
            transactions.forget(id);
            assertTrue(b.isEmpty() && transactions.heuristicOutcomes().isEmpty());
        }
    }

    /** What recovery hears after a restart in which the log says commit. */
    @ParameterizedTest
    @CsvSource({"8, HAZARD", "6, ROLLED_BACK", "5, MIXED", "-3, ROLLED_BACK", "104, ROLLED_BACK"})
    void anAnswerThatRecoveryHearsIsKeptAndTheBranchLeft(int errorCode, Outcome outcome) throws Exception {
        b.fails("commit", XAException.XAER_RMFAIL);
        try (Transactions transactions = open()) {
            begin(transactions);
            transactions.commit();
        }
        b.fails("commit", errorCode);
        try (Transactions transactions = open()) {
            recoverOften(transactions);
            HeuristicOutcome kept = transactions.heuristicOutcomes().iterator().next();
            assertEquals(outcome, kept.outcome());
            assertEquals(errorCode, kept.branches().getFirst().errorCode());
        }
        try (Transactions transactions = open()) {
            recoverOften(transactions);
            assertEquals(1, b.prepared().size());
            assertEquals(List.of(), b.rolledBack);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {7, -4})
    void whatRecoveryHearsOfACommitThatWasDoneIsNoOutcome(int errorCode) throws Exception {
        b.fails("commit", XAException.XAER_RMFAIL);
        try (Transactions transactions = open()) {
            begin(transactions);
            transactions.commit();
        }
        b.fails("commit", errorCode);
        try (Transactions transactions = open()) {
            transactions.recover();
            assertTrue(transactions.heuristicOutcomes().isEmpty());
            assertTrue(transactions.pending().isEmpty());
        }
    }

    /** XA_HEURCOM, XA_HEURMIX and XA_HEURHAZ against a rollback. */
    @ParameterizedTest
    @CsvSource({"7, COMMITTED", "5, MIXED", "8, HAZARD"})
    void anAnswerAgainstARollbackIsKeptAndTheBranchLeft(int errorCode, Outcome outcome) throws Exception {
        try (Transactions transactions = open()) {
            begin(transactions);
            b.during("prepare", () -> a.endsByItself(errorCode));
            b.fails("prepare", XAException.XA_RBROLLBACK);
            assertThrows(HeuristicMixedException.class, transactions::commit);
            assertEquals(
                    outcome, transactions.heuristicOutcomes().iterator().next().outcome());
            recoverOften(transactions);
        }
        try (Transactions transactions = open()) {
            recoverOften(transactions);
            assertEquals(1, a.log().stream().filter("a.rollback"::equals).count(), a.log()::toString);
            assertEquals(1, a.remembered().size());
        }
    }

    /** A resource that refuses to roll back what it lists as prepared: XAER_PROTO, XAER_INVAL, XAER_RMERR. */
    @ParameterizedTest
    @ValueSource(ints = {-6, -5, -3})
    void aBranchWhoseRollbackIsRefusedIsNotTakenForEnded(int errorCode) throws Exception {
        try (Transactions transactions = open()) {
            begin(transactions);
            b.fails("prepare", XAException.XA_RBROLLBACK);
            a.fails("rollback", XAException.XAER_RMFAIL);
            assertThrows(RollbackException.class, transactions::commit);
            assertEquals(1, transactions.recover().waiting());
            a.fails("rollback", errorCode);
            assertTrue(!transactions.recover().isDone(), "it is still prepared");
            assertTrue(errors.stream().anyMatch(error -> error.getMessage().contains("does not complete a branch")));
            assertTrue(transactions.recover().isDone());
            assertEquals(1, a.rolledBack.size());
        }
    }
}
