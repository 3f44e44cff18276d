package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.MachineRecording;
import io.millrace.measure.Rate;
import io.millrace.measure.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadTest {
    private static final String ACCOUNTS = """
            seed: 7
            setup:
              - create table account
            values:
              id: {kind: uniform, from: 1, to: 1000}
              owner: {kind: text, from: 3, to: 5}
            operations:
              read:
                weight: 9
                statement: select balance from account where id = ${id}
              open:
                statement: insert into account values (${id}, ${owner}, ${id})
            """;

    @TempDir
    private Path directory;

    private Workload read(String text) {
        try {
            return Workload.read(Files.writeString(directory.resolve("w.yaml"), text));
        } catch (IOException e) {
            throw new IllegalStateException("no workload could be written", e);
        }
    }

    @Test
    void aWorkloadSaysWhatToSetUpAndToDo() {
        Workload workload = read(ACCOUNTS);
        assertEquals(List.of("create table account"), workload.setUp());
        assertEquals(List.of(), workload.withoutSetUp().setUp());
        OperationSpec read = workload.operations().getFirst();
        assertEquals("read", read.name());
        assertEquals(9, read.weight());
        OperationSpec open = workload.operations().getLast();
        assertEquals(
                List.of(new Parameter("id", ValueKind.INTEGER), new Parameter("owner", ValueKind.TEXT)),
                open.parameters());
        assertEquals(
                "insert into account values (?, ?, ?)",
                open.required("statement").marked("?"));
        assertTrue(open.location().endsWith("w.yaml:11:3"), open.location());
    }

    @Test
    void operationsAreTheSameHoweverManyThreadsThereAre() {
        assertEquals(operations(1), operations(3));
        List<String> texts = new ArrayList<>(operations(1).values());
        assertEquals(1_000, texts.size());
        long reads = texts.stream().filter(text -> text.startsWith("select")).count();
        assertTrue(reads > 850 && reads < 950, "reads=" + reads);
    }

    private Map<Long, String> operations(int threads) {
        VirtualClock clock = new VirtualClock();
        Workload workload = read(ACCOUNTS);
        Map<Long, String> texts = new TreeMap<>();
        FakeServer server = FakeServer.doing(operation -> {
            Template statement = workload.operations().get(operation.kind()).required("statement");
            texts.put(operation.sequence(), statement.text(operation));
            clock.awaitNs(clock.nanoTime() + 1_000_000);
            operation.complete();
        });
        LoadOptions options = LoadOptions.builder(Mode.FIXED)
                .rate(Rate.perSecond(1_000))
                .threads(threads)
                .lasting(0, 1_000_000_000)
                .recording(MachineRecording.OFF)
                .build();
        LoadResult result = new Load(options, workload, server, clock).run(LoadObserver.NONE);
        assertEquals(1_000, result.completed());
        assertEquals(List.of("create table account"), server.setUpStatements());
        long reads = result.kinds().getFirst().completed().count();
        assertEquals(
                texts.values().stream()
                        .filter(text -> text.startsWith("select"))
                        .count(),
                reads);
        return texts;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "operation: {} | w.yaml:1:1: the workload has the unknown key=operation; did you mean operations?",
                "operations: {} | operations",
                "operations: {a: {x: '${b}'}} | w.yaml:1:21: operation=a refers to an unknown value value=b",
                "operations: {a: {weight: 0}} | w.yaml:1:26: operation=a weight=0 is not between 1 and 1000000",
                "operations: {a: {weight: x}} | w.yaml:1:26: operation=a weight=x is not a whole number",
                "operations: {'a b': {}} | tag must not contain comma, space or control character tag=a b",
                "values: {a: {kind: unifrom}} | w.yaml:1:20: value=a has an unknown kind=unifrom",
                "values: {a: {kind: uniform, to: 1}} | w.yaml:1:13: value=a needs a value key=from",
                "values: {a: {kind: uniform, from: 3, to: 1}} | w.yaml:1:20: value=a not a range from=3 to=1",
                "values: {a: {kind: uuid, from: 3}} | w.yaml:1:26: value=a has the unknown key=from; there are kind",
                "values: {a: {kind: choice, of: []}} | a choice needs at least one value of=[]",
                "values: {a: {kind: text, length: 99999999}} | length=99999999 is not between 0 and",
                "[a] | w.yaml: is not a workload: it is no map",
                "a: [ | w.yaml:"
            })
    void whatIsWrongIsSaidWithItsPlace(String text, String message) {
        String said = assertThrows(LoadException.class, () -> read(text)).getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        String said = assertThrows(LoadException.class, () -> Workload.read(directory.resolve("none.yaml")))
                .getMessage();
        assertTrue(said.endsWith("none.yaml: there is no such file"), said);
    }

    @Test
    void fieldsThatATargetDoesNotKnowAreNamed() {
        OperationSpec read = read(ACCOUNTS).operations().getFirst();
        String said =
                assertThrows(LoadException.class, () -> read.allow("path")).getMessage();
        assertTrue(said.endsWith("field=statement known=[path]"), said);
        assertThrows(LoadException.class, () -> read.required("path"));
    }
}
