package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JournalDecisionStoreTest extends DecisionStoreContract {

    @Override
    DecisionStore open(Path at) {
        return JournalDecisionStore.open(at, JournalOptions.defaults().withSegmentSizeBytes(1 << 16));
    }

    @Test
    void whatIsPendingIsCarriedOverAndOldSegmentsGo() throws IOException {
        long incarnation;
        try (DecisionStore store = open(directory)) {
            incarnation = store.incarnation();
            store.record(decision(0));
            for (int n = 1; n < 3000; n++) {
                store.record(decision(n));
                store.forget(decision(n).transaction());
            }
        }
        try (DecisionStore store = open(directory)) {
            assertEquals(List.of(decision(0)), List.copyOf(store.pending()));
            assertEquals(incarnation + 1, store.incarnation());
            while (segments() > 3) {
                LockSupport.parkNanos(1_000_000); // they go in the background
            }
        }
    }

    private long segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".segment")).count();
        }
    }

    @Test
    void somethingThatIsNoRecordIsRefusedWithItsPlace() {
        open(directory).close();
        try (Journal journal = Journal.open(directory, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            appender.append(MemorySegment.ofArray(new byte[] {77, 1, 2}), 0, 3);
        }
        TransactionLogException refused = assertThrows(
                TransactionLogException.class, () -> open(directory).close());
        assertTrue(refused.getMessage().contains("index=0:"), refused.getMessage());
    }
}
