package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FileDecisionStoreTest extends DecisionStoreContract {

    @Override
    DecisionStore open(Path at) {
        return FileDecisionStore.open(at);
    }

    private Path file(long sequence) {
        return directory.resolve(sequence - 1 + ".slot");
    }

    private void record(long sequence) {
        try (DecisionStore store = open(directory)) {
            store.record(decision(sequence));
        }
    }

    @Test
    void everyFlippedBitIsFound() throws IOException {
        record(1);
        byte[] whole = Files.readAllBytes(file(1));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file(1), flipped);
            TransactionLogException found = assertThrows(
                    TransactionLogException.class, () -> open(directory).close());
            assertTrue(found.getMessage().contains(file(1).toString()), found.getMessage());
        }
    }

    @Test
    void aFileUnderAnotherNameIsFound() throws IOException {
        record(1);
        Files.move(file(1), file(2));
        assertThrows(TransactionLogException.class, () -> open(directory).close());
    }

    @Test
    void aWriteThatNeverEndedIsNoDecision() throws IOException {
        record(1);
        Files.write(directory.resolve(decision(2).transaction() + ".decision.new"), new byte[] {1, 2});
        Files.write(directory.resolve("1.slot.new"), new byte[512]);
        Files.write(directory.resolve("2.slot.new"), new byte[0]);
        try (DecisionStore store = open(directory)) {
            assertEquals(1, store.pending().size());
            store.record(decision(2));
            store.record(decision(3));
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(3, store.pending().size());
        }
    }

    @Test
    void aSectorOfZerosIsNoFreeSlot() throws IOException {
        record(1);
        for (int size : new int[] {512, 511, 0}) {
            Files.write(file(1), new byte[size]);
            TransactionLogException found = assertThrows(
                    TransactionLogException.class, () -> open(directory).close());
            assertTrue(found.getMessage().contains(file(1) + " "), found.getMessage());
            assertTrue(found.getMessage().contains("offset="), found.getMessage());
        }
    }

    @Test
    void filesAreUsedAgain() throws IOException {
        try (DecisionStore store = open(directory)) {
            for (int n = 1; n < 50; n++) {
                store.record(decision(n));
                store.forget(decision(n).transaction());
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    1, files.filter(file -> file.toString().endsWith(".slot")).count());
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(), List.copyOf(store.pending()));
        }
    }

    @Test
    void whatDoesNotFitInASlotHasAFileOfItsOwn() {
        Decision large = new Decision(
                new GlobalId(1, 5),
                List.of(
                        new Decision.BranchRecord(0, "x".repeat(Decision.MAX_NAME_LENGTH)),
                        new Decision.BranchRecord(1, "y".repeat(Decision.MAX_NAME_LENGTH))));
        try (DecisionStore store = open(directory)) {
            store.record(large);
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(large), List.copyOf(store.pending()));
            store.forget(large.transaction());
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(), List.copyOf(store.pending()));
        }
    }

    @Test
    void anInterruptDoesNotEndTheStore() {
        try (DecisionStore store = open(directory)) {
            Thread.currentThread().interrupt();
            store.record(decision(1));
            assertTrue(Thread.interrupted());
        }
    }
}
