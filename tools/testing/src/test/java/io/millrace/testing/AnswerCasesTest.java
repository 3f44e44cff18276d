package io.millrace.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerCasesTest {
    private static final String IN = """
        book: ann
        ---
        pay: ann
        ---
        free: []
        ---
        book: bob
        ---
        paid: ann
        ---
        book: cid
        """;
    private static final String OUT = """
        ticket: [ann, test]
        ---
        book: 1
        ---
        free: 1
        ---
        ticket: [bob, test]
        ---
        book: 2
        ---
        pay: paid by ann
        ---
        refused: no seat is left name=cid
        """;

    @TempDir
    Path folder;

    private ComponentCase open(String inputs) throws IOException {
        Files.writeString(folder.resolve(ComponentCase.IN), inputs);
        Files.writeString(folder.resolve(ComponentCase.OUT), OUT);
        Subject subject = Subject.of(SeatPlan::new, Wire.closed(), List.of(Seats.class));
        return ComponentCase.open(folder, subject, new ComponentCase.Rules(Set.of(), List.of()));
    }

    @Test
    void answersAreCallsAmongTheOutputs() throws IOException {
        open(IN).compare();
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> open(IN.replace("pay: ann", "pay: eve")).compare());
        assertTrue(error.getMessage().contains("paid by ann"), error.getMessage());
    }

    @Test
    void aRestartFromItsSnapshotAnswersTheSame() throws IOException {
        open(IN).check(Mutation.RESTART);
        open(IN).check(Mutation.DUPLICATE);
    }

    @Test
    void aQueryThatChangesTheStateIsFound() throws IOException {
        ComponentCase broken = open(IN.replace("free: []", "broken: []"));
        AssertionError error = assertThrows(AssertionError.class, broken::compare);
        assertTrue(error.getMessage().contains("changed the state"), error.getMessage());
        assertEquals(true, error.getMessage().contains("query=broken"));
    }
}
