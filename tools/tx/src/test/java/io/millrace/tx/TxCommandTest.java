package io.millrace.tx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.millrace.cli.CommandProvider;
import io.millrace.cli.Millrace;
import io.millrace.fixtures.JavaCommand;
import io.millrace.transactions.BranchOutcome;
import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionDirectory;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.FileDecisionStore;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.GroupCommitDecisionStore;
import io.millrace.transactions.HeuristicOutcome;
import io.millrace.transactions.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("process")
class TxCommandTest {
    private static final GlobalId UNFINISHED = new GlobalId(1, 0x1f);
    private static final GlobalId IN_DOUBT = new GlobalId(1, 2);
    private static final GlobalId HEURISTIC = new GlobalId(1, 0xab);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private int run(String command, Object... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = new String[args.length + 2];
        all[0] = command;
        all[1] = directory.toString();
        for (int i = 0; i < args.length; i++) {
            all[i + 2] = args[i].toString();
        }
        return new CommandLine(new TxCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private static Decision decision(GlobalId id) {
        return new Decision(id, List.of(new Decision.BranchRecord(0, "bank"), new Decision.BranchRecord(1, "")));
    }

    private void fill(DecisionStore opened) {
        try (DecisionStore store = opened) {
            store.record(decision(UNFINISHED));
            store.record(decision(IN_DOUBT));
            store.keep(new HeuristicOutcome(
                    IN_DOUBT,
                    Outcome.HAZARD,
                    List.of(new BranchOutcome(1, "", Outcome.HAZARD, XAException.XAER_PROTO, "out of order"))));
            store.keep(new HeuristicOutcome(
                    HEURISTIC,
                    Outcome.MIXED,
                    List.of(
                            new BranchOutcome(0, "bank", Outcome.COMMITTED, 0, ""),
                            new BranchOutcome(1, "", Outcome.ROLLED_BACK, XAException.XA_HEURRB, "operator"))));
        }
    }

    private long lines(String beginning) {
        return out.toString().lines().filter(line -> line.startsWith(beginning)).count();
    }

    @Test
    void theCommandIsFoundByTheServiceLoader() {
        assertEquals(
                1,
                ServiceLoader.load(CommandProvider.class).stream()
                        .filter(provider -> provider.type() == TxCommands.class)
                        .count());
    }

    @Test
    void aListShowsEachTransactionWithItsBranchesAndErrors() {
        fill(GroupCommitDecisionStore.open(directory));
        assertEquals(0, run("list"), err.toString());
        assertEquals(
                String.join(
                        System.lineSeparator(),
                        "store=journal starts=1",
                        IN_DOUBT + " in doubt outcome=HAZARD",
                        "  to be told: branch=0 resource=bank",
                        "  to be told: branch=1 resource=",
                        "  branch=1 resource= outcome=HAZARD errorCode=XAER_PROTO error=out of order",
                        UNFINISHED + " unfinished",
                        "  to be told: branch=0 resource=bank",
                        "  to be told: branch=1 resource=",
                        HEURISTIC + " heuristic outcome=MIXED",
                        "  branch=0 resource=bank outcome=COMMITTED",
                        "  branch=1 resource= outcome=ROLLED_BACK errorCode=XA_HEURRB error=operator",
                        ""),
                out.toString());
    }

    @Test
    void aListIsJsonForPrograms() throws IOException {
        fill(FileDecisionStore.open(directory));
        assertEquals(0, run("list", "--format", "json"), err.toString());
        StringBuilder values = new StringBuilder();
        try (JsonParser json = new JsonFactory().createParser(out.toString())) {
            while (json.nextToken() != null) {
                if (json.currentToken().isScalarValue()) {
                    values.append(json.currentName())
                            .append('=')
                            .append(json.getText())
                            .append(' ');
                }
            }
        }
        assertTrue(values.toString().startsWith("store=files starts=1 holder=null id=" + IN_DOUBT), values.toString());
        assertTrue(
                values.toString().contains("branch=1 resource= outcome=ROLLED_BACK errorCode=6 errorName=XA_HEURRB"),
                values.toString());
    }

    @Test
    void whatIsLostHasToBeNamed() {
        fill(GroupCommitDecisionStore.open(directory));
        assertEquals(2, run("forget", "1f"));
        assertTrue(err.toString().contains("--lose bank --lose #1"), err.toString());
        assertEquals(2, run("forget", "1f", "--lose", "shop"));
        assertEquals(2, run("forget", "1f", "--lose", "outcome"));
        assertEquals(2, run("forget", "77", "--lose", "outcome"));
        assertEquals(0, run("list"));
        assertEquals(3, lines("0000"), out.toString());
        assertEquals(0, run("forget", "1f", "--lose", "#1"), err.toString());
        assertEquals(0, run("forget", "ab", "--lose", "outcome"), err.toString());
        assertEquals(0, run("forget", "2", "--lose", "outcome", "--lose", "bank", "--lose", "#1"), err.toString());
        assertEquals(0, run("list"));
        assertEquals(1, lines("0000"), out.toString());
        assertTrue(out.toString().contains("bank"), out.toString());
        assertEquals(1, lines("  to be told"), out.toString());
    }

    @Test
    void anAmbiguousIdIsRefusedWithItsCandidates() {
        try (DecisionStore store = GroupCommitDecisionStore.open(directory)) {
            store.record(decision(new GlobalId(1, 5)));
            store.record(decision(new GlobalId(2, 5)));
        }
        assertEquals(2, run("forget", "5", "--lose", "bank"));
        assertTrue(err.toString().contains(new GlobalId(2, 5).toString()), err.toString());
        assertEquals(0, run("forget", "2-5", "--lose", "bank", "--lose", "#1"), err.toString());
    }

    @Test
    void anAnswerIsRecorded() {
        fill(GroupCommitDecisionStore.open(directory));
        assertEquals(2, run("resolve", "2"), "an answer is missing");
        assertEquals(2, run("resolve", "2", "--commit", "--rollback"));
        assertEquals(2, run("resolve", "ab", "--rollback"), "it has ended");
        assertEquals(0, run("resolve", "1f", "--commit"), err.toString());
        assertEquals(0, run("resolve", "2", "--rollback"), err.toString());
        assertEquals(2, run("resolve", "1-7", "--commit"));
        assertTrue(err.toString().contains("--branch"), err.toString());
        assertEquals(2, run("resolve", "1-7", "--commit", "--branch", "bank"));
        assertEquals(2, run("resolve", "1-7", "--commit", "--branch", "0=a", "--branch", "0=b"));
        assertEquals(2, run("resolve", "99-7", "--commit", "--branch", "0=bank"), "no such start");
        assertEquals(0, run("resolve", "1-7", "--commit", "--branch", "3=bank"), err.toString());
        assertEquals(0, run("list"));
        assertTrue(out.toString().contains(IN_DOUBT + " heuristic outcome=HAZARD"), out.toString());
        assertTrue(
                out.toString()
                        .contains(new GlobalId(1, 7) + " unfinished" + System.lineSeparator()
                                + "  to be told: branch=3 resource=bank"),
                out.toString());
    }

    @Test
    void whileAManagerLivesListWorksAndTheOthersSayWhoItIs() throws Exception {
        fill(GroupCommitDecisionStore.open(directory));
        Process holder = JavaCommand.of(StoreHolder.class, directory.toString())
                .builder()
                .redirectError(directory.resolve("holder.err").toFile())
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("start 2", said.readLine());
            String who = "process " + holder.pid();
            assertEquals(0, run("list"), err.toString());
            assertTrue(out.toString().startsWith("store=journal starts=2 in use by " + who), out.toString());
            assertEquals(4, run("forget", "ab", "--lose", "outcome"));
            assertTrue(err.toString().contains("by=" + who), err.toString());
            assertEquals(4, run("resolve", "2", "--rollback"));
            assertEquals(
                    3, DecisionDirectory.of(directory).list().transactions().size());
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertEquals(0, run("forget", "ab", "--lose", "outcome"), err.toString());
    }

    @Test
    void whatIsNoStoreOrIsDamagedIsSaid() throws IOException {
        assertEquals(2, run("list"));
        assertTrue(err.toString().contains("directory=" + directory), err.toString());
        fill(FileDecisionStore.open(directory));
        byte[] slot = Files.readAllBytes(directory.resolve("0.slot"));
        slot[20] ^= 1;
        Files.write(directory.resolve("0.slot"), slot);
        assertEquals(3, run("list"));
        assertTrue(err.toString().contains("0.slot"), err.toString());
    }

    @Test
    void aListThatCannotBePrintedIsAnError() throws Exception {
        fill(FileDecisionStore.open(directory));
        Process process = JavaCommand.of(Millrace.class, "tx", "list", directory.toString())
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        assertEquals(1, process.waitFor());
        assertEquals(
                "millrace: cannot write to standard output reason=No space left on device\n",
                Files.readString(directory.resolve("err")));
    }
}
