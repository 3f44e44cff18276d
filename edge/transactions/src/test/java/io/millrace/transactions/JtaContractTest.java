package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the interfaces of Jakarta Transactions say of nulls, and of which thread has which transaction. */
class JtaContractTest {

    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private final Transactions transactions = open();

    private static Transactions open() {
        return Transactions.open(TransactionOptions.of(NodeName.of("node-1")), new VolatileDecisionStore(), List.of());
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    private Transaction begin() throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(a.named());
        transactions.getTransaction().enlistResource(b.named());
        return transactions.getTransaction();
    }

    @Test
    void nullsAreRefusedWhereTheyAreGivenAndChangeNothing() throws Exception {
        Transaction transaction = begin();
        assertThrows(NullPointerException.class, () -> transaction.registerSynchronization(null));
        assertThrows(NullPointerException.class, () -> transactions.registerInterposedSynchronization(null));
        assertThrows(NullPointerException.class, () -> transaction.enlistResource(null));
        assertThrows(NullPointerException.class, () -> transaction.delistResource(null, XAResource.TMSUCCESS));
        assertThrows(NullPointerException.class, () -> transactions.putResource(null, "value"));
        assertThrows(NullPointerException.class, () -> transactions.getResource(null));
        assertThrows(NullPointerException.class, () -> NamedResource.of("a", null));
        assertThrows(IllegalStateException.class, () -> transactions.resume(transaction));
        transactions.putResource("key", null);
        assertNull(transactions.getResource("key"));
        assertEquals(Status.STATUS_ACTIVE, transactions.getStatus());
        transactions.commit();
        assertEquals(List.of(1, 1), List.of(a.committed.size(), b.committed.size()));
        assertThrows(InvalidTransactionException.class, () -> transactions.resume(null));
        assertThrows(SystemException.class, () -> transactions.setTransactionTimeout(-1));
    }

    @Test
    void aFlagThatTheInterfaceDoesNotHaveIsRefused() throws Exception {
        Transaction transaction = begin();
        assertThrows(IllegalArgumentException.class, () -> transaction.delistResource(a, XAResource.TMJOIN));
        assertTrue(transaction.delistResource(a, XAResource.TMSUCCESS));
        transactions.commit();
        assertEquals(1, a.committed.size());
    }

    @Test
    void withoutATransactionEachSaysSo() {
        assertThrows(IllegalStateException.class, transactions::commit);
        assertThrows(IllegalStateException.class, transactions::rollback);
        assertThrows(IllegalStateException.class, transactions::setRollbackOnly);
        assertThrows(IllegalStateException.class, transactions::getRollbackOnly);
        assertThrows(IllegalStateException.class, () -> transactions.putResource("key", "value"));
        assertThrows(IllegalStateException.class, () -> transactions.getResource("key"));
        assertNull(transactions.getTransaction());
        assertNull(transactions.getTransactionKey());
        assertNull(transactions.suspend());
        assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getTransactionStatus());
    }

    private void assertFree() throws Exception {
        assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
        assertNull(transactions.getTransaction());
        assertNull(transactions.getTransactionKey());
        assertThrows(IllegalStateException.class, transactions::commit);
        begin();
        transactions.commit();
    }

    @Test
    void aThreadBeginsAgainAfterTheTransactionItselfHasEnded() throws Exception {
        begin().commit();
        assertFree();
        begin().rollback();
        assertFree();
        Transaction marked = begin();
        marked.setRollbackOnly();
        assertThrows(RollbackException.class, marked::commit);
        assertFree();
    }

    @Test
    void aThreadBeginsAgainAfterAnotherThreadHasEndedItsTransaction() throws Exception {
        Transaction transaction = begin();
        Thread ending = Thread.ofPlatform().start(() -> {
            try {
                transaction.commit();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        ending.join();
        assertEquals(1, a.committed.size());
        assertFree();
    }

    @Test
    void aTransactionThatHasEndedIsNotResumedAndOneOfAnotherManagerNever() throws Exception {
        Transaction ended = begin();
        ended.commit();
        assertThrows(InvalidTransactionException.class, () -> transactions.resume(ended));
        try (Transactions others = open()) {
            others.begin();
            Transaction foreign = others.getTransaction();
            assertThrows(InvalidTransactionException.class, () -> transactions.resume(foreign));
            assertSame(foreign, others.getTransaction());
            others.rollback();
        }
    }

    @Test
    void resourcesOfRecoveryHaveNamesOfTheirOwn() {
        SimulatedResource same = new SimulatedResource("a");
        for (List<RecoverableResource> wrong :
                List.<List<RecoverableResource>>of(List.of(a, same), List.of(new SimulatedResource("")))) {
            IllegalArgumentException error = assertThrows(
                    IllegalArgumentException.class,
                    () -> Transactions.open(
                            TransactionOptions.of(NodeName.of("node-2")), new VolatileDecisionStore(), wrong));
            assertTrue(error.getMessage().contains("name=" + wrong.getLast().name()), error::getMessage);
        }
    }
}
