package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileDecisionStoreTest extends DecisionStoreContract {

    @Override
    DecisionStore open(Path at) {
        return FileDecisionStore.open(at);
    }

    private Path file(long sequence) {
        return directory.resolve(decision(sequence).transaction() + ".decision");
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
        try (DecisionStore store = open(directory)) {
            assertEquals(1, store.pending().size());
        }
    }
}
