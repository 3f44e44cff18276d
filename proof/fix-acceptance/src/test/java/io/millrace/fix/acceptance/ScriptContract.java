package io.millrace.fix.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixOption;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixTime;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the acceptance scripts of QuickFIX/J in virtual time: time passes only while a script waits for the acceptor.
 * The scripts are data of that project under its licence, see {@code LICENSE} in {@code quickfixj-scripts.zip}.
 */
abstract class ScriptContract {

    private static final int SCRIPTS = 443 + 37;
    private static final long MESSAGE_NS = 60_000_000_000L;
    private static final long CLOSE_NS = 20_000_000_000L;

    private final Dictionaries dictionaries = new Dictionaries();
    private final List<ScriptAcceptor> opened = new ArrayList<>();

    /** Opens an acceptor, which is closed after all its scripts. */
    abstract ScriptAcceptor open(Dictionaries known, UnaryOperator<FixSettings.Builder> adjust);

    @AfterEach
    void closeAcceptors() {
        opened.forEach(ScriptAcceptor::close);
    }

    @Test
    void eachScriptIsThere() throws IOException {
        assertEquals(SCRIPTS, scripts().size());
    }

    @TestFactory
    Stream<DynamicNode> theSessionDoesWhatTheScriptsExpect() throws IOException {
        Map<String, List<Script>> folders = new TreeMap<>();
        scripts()
                .forEach(script -> folders.computeIfAbsent(script.folder(), _ -> new ArrayList<>())
                        .add(script));
        return folders.entrySet().stream().map(folder -> {
            ScriptAcceptor acceptor = open(dictionaries, adjustment(folder.getKey()));
            opened.add(acceptor);
            return DynamicContainer.dynamicContainer(
                    folder.getKey(),
                    folder.getValue().stream()
                            .map(script -> DynamicTest.dynamicTest(script.name(), () -> run(acceptor, script))));
        });
    }

    private static UnaryOperator<FixSettings.Builder> adjustment(String folder) {
        return switch (folder.split("/", -1)[0]) {
            case "resendRequestChunkSize" -> settings -> settings.resendChunk(5);
            case "lastMsgSeqNumProcessed" -> settings -> settings.with(FixOption.LAST_PROCESSED);
            case "nextExpectedMsgSeqNum" -> settings -> settings.with(FixOption.NEXT_EXPECTED);
            case "timestamps" -> settings -> settings.precision(FixTime.Precision.NANOSECONDS);
            case "rejectGarbledMessages" -> settings -> settings.with(FixOption.REJECT_GARBLED);
            case "validateChecksum" -> settings -> settings.with(FixOption.ACCEPT_ANY_CHECKSUM);
            default -> UnaryOperator.identity();
        };
    }

    private static List<Script> scripts() throws IOException {
        List<Script> scripts = new ArrayList<>();
        try (InputStream in = ScriptContract.class.getResourceAsStream("/quickfixj-scripts.zip");
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (name.endsWith(".def")) {
                    int slash = name.lastIndexOf('/');
                    scripts.add(Script.parse(name.substring(0, slash), name.substring(slash + 1), zip.readAllBytes()));
                }
            }
        }
        return scripts;
    }

    private static void run(ScriptAcceptor acceptor, Script script) {
        ScriptText text = new ScriptText(script.folder().startsWith("timestamps"));
        try {
            for (Script.Step step : script.steps()) {
                run(acceptor, text, step);
            }
        } finally {
            acceptor.disconnectAll();
        }
    }

    private static void run(ScriptAcceptor acceptor, ScriptText text, Script.Step step) {
        switch (step.kind()) {
            case CONNECT -> acceptor.connect(step.connection());
            case CLIENT_CLOSES -> acceptor.disconnect(step.connection());
            case SET -> acceptor.set(step.text());
            case SEND -> acceptor.client(step.connection()).send(text.message(step.text(), acceptor.nowNs()));
            case SERVER_CLOSES ->
                assertTrue(
                        acceptor.client(step.connection()).closes(CLOSE_NS),
                        () -> "the acceptor did not close line=" + step.line());
            case EXPECT -> {
                String received = acceptor.client(step.connection()).next(MESSAGE_NS);
                assertTrue(
                        received != null,
                        () -> "nothing was received line=" + step.line() + " expected="
                                + step.text().replace('\u0001', '|'));
                assertNull(
                        ScriptText.difference(step.text(), received),
                        () -> "line=" + step.line() + "\nexpected="
                                + step.text().replace('\u0001', '|') + "\nreceived=" + received.replace('\u0001', '|'));
            }
        }
    }
}
