package io.millrace.fix.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelOptions;
import io.millrace.fix.FixJournal;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ConvertCommandTest {

    private static final String SETTINGS = """
            [DEFAULT]
            ConnectionType=initiator
            ReconnectInterval=5;10;60
            SenderCompID=BANZAI
            TimeZone=America/New_York
            StartTime=08:00:00
            EndTime=17:00:00 Europe/London
            Weekdays=Mon,Tue,Fri
            FileStorePath=store
            FileStoreSync=Y
            SocketTcpNoDelay=Y
            # a remark
            [SESSION]
            BeginString=FIX.4.4
            TargetCompID=EXEC
            SocketConnectHost=10.0.0.1
            SocketConnectPort=9876
            SocketConnectHost1=10.0.0.2
            SocketConnectPort1=9877
            HeartBtInt=20
            DataDictionary=dict/FIX44.xml
            ResetOnLogon=N
            ResetOnLogout=Y
            ValidateUserDefinedFields=N
            MaxLatency=60
            [SESSION]
            ConnectionType=acceptor
            BeginString=FIXT.1.1
            DefaultApplVerID=FIX.5.0SP2
            TargetCompID=OTHER
            AcceptorTemplate=Y
            SocketAcceptPort=9880
            NonStopSession=Y
            AppDataDictionary=FIX50SP2.xml
            AppDataDictionary.FIX.4.4=dict/FIX44.xml
            """;

    @TempDir
    private Path directory;

    private String out;
    private String err;

    private int run(String settings, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("q.cfg"), settings);
        StringWriter said = new StringWriter();
        StringWriter wrong = new StringWriter();
        String[] arguments = new String[more.length + 1];
        arguments[0] = file.toString();
        System.arraycopy(more, 0, arguments, 1, more.length);
        int code = new CommandLine(new ConvertCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(wrong))
                .execute(arguments);
        out = said.toString();
        err = wrong.toString();
        return code;
    }

    @Test
    void settingsBecomeASection() throws IOException {
        assertEquals(0, run(SETTINGS), err);
        assertTrue(out.endsWith("""
                fix:
                  in: fix-in               # what comes, as calls with text; messages: names a class of yours
                  out: fix-out
                  operations: fix-operations
                  durability: SYNCED
                  ports:
                    port-9880: {address: "0.0.0.0:9880"}
                  dictionaries:
                    FIX44: {file: "dict/FIX44.xml"}
                    FIX50SP2: {file: "FIX50SP2.xml", transport: "FIXT11.xml", version: "9"}
                    FIX44-2: {file: "dict/FIX44.xml", transport: "FIXT11.xml", version: "6"}
                  sessions:
                    EXEC:
                      session: "FIX.4.4:BANZAI->EXEC"
                      dictionary: FIX44
                      connect: ["10.0.0.1:9876", "10.0.0.2:9877"]
                      firstWait: 5s
                      longestWait: 60s
                      heartbeat: 20
                      schedule: {start: "08:00:00", end: "17:00:00", zone: "America/New_York", \
                endZone: "Europe/London", days: [MONDAY, TUESDAY, FRIDAY]}
                      checks: known-fields
                      options: [reset-at-logout]
                      latency: 60s
                    others:
                      session: "FIXT.1.1:BANZAI->*"
                      dictionary: FIX50SP2
                      versions: [FIX44-2]
                """), out);
        assertTrue(err.contains("not needed: SocketTcpNoDelay=Y: the engine sets its sockets itself"), err);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "ResendRequestChunkSize=100 ~ refused: ResendRequestChunkSize=100: in Java FixSettings has resendChunk",
                "SocketUseSSL=Y ~ refused: SocketUseSSL=Y: TLS takes PEM files",
                "SenderSubID=X ~ refused: SenderSubID=X: a session is named by BeginString and the CompIDs",
                "JdbcURL=jdbc:x ~ refused: JdbcURL=jdbc:x: the journal is the store",
                "NoSuchThing=1 ~ refused: NoSuchThing=1: no setting of QuickFIX has this name",
            })
    void whatThereIsNothingLikeIsRefusedWithWhatToDoInstead(String line, String said) throws IOException {
        assertEquals(1, run(SETTINGS + line + "\n"));
        assertTrue(err.contains(said), err);
        assertTrue(out.contains("# not converted: " + line), out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "BeginString=FIX.4.4 ~ BeginString ~ line 1 needs NAME=VALUE",
                "TargetCompID=EXEC ~ nothing ~ line 15 needs NAME=VALUE",
                "HeartBtInt=20 ~ HeartBtInt=x ~ a setting is no number setting=HeartBtInt value=x",
                "Weekdays=Mon,Tue,Fri ~ Weekdays=Mon,Xyz ~ a setting is no day value=Xyz",
                "TimeZone=America/New_York ~ TimeZone=Mars/Base ~ a setting is no time zone value=Mars/Base",
                "[DEFAULT] ~ [DEFAULTS] ~ line 1 is no section",
                "SocketConnectPort=9876 ~ # ~ a session lacks a setting setting=SocketConnectPort",
                "SenderCompID=BANZAI ~ SenderCompID=${who} ~ line 4 has a variable",
            })
    void wrongSettingsAreNamed(String good, String bad, String said) throws IOException {
        assertEquals(1, run(SETTINGS.replace(good, bad)));
        String what = said.startsWith("line 1 needs") ? said.substring("line 1 ".length()) : said;
        assertTrue(err.contains(what), err);
        assertEquals("", out);
    }

    private void sequences(byte[] sender, byte[] target) throws IOException {
        Path store = Files.createDirectories(directory.resolve("store"));
        Files.write(store.resolve("FIX.4.4-BANZAI-EXEC.senderseqnums"), sender);
        Files.write(store.resolve("FIX.4.4-BANZAI-EXEC.targetseqnums"), target);
        Files.write(store.resolve("FIX.4.4-BANZAI-EXEC.session"), utf("20260302-13:00:01.250"));
    }

    private static byte[] utf(String text) {
        byte[] bytes = new byte[text.length() + 2];
        bytes[1] = (byte) text.length();
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, bytes, 2, text.length());
        return bytes;
    }

    private void checkNumbers(long incoming, long outgoing) {
        try (FixJournal journal = FixJournal.open(directory.resolve("data/fix"), ChannelOptions.defaults())) {
            FixStore store = journal.store(FixSessionId.parse("FIX.4.4:BANZAI->EXEC"));
            assertEquals(incoming, store.nextIncoming());
            assertEquals(outgoing, store.nextOutgoing());
            assertEquals(1_772_456_401_250_000_000L, store.lastActiveNs());
        }
    }

    @Test
    void numbersContinue() throws IOException {
        sequences(utf("17"), utf("23"));
        String data = directory.resolve("data").toString();
        assertEquals(0, run(SETTINGS, "--data", data), err);
        assertTrue(err.contains("continues: FIX.4.4:BANZAI->EXEC expects number 23, sends from number 17"), err);
        assertTrue(err.contains("begins at 1: FIXT.1.1:BANZAI->*"), err);
        checkNumbers(23, 17);
        assertEquals(1, run(SETTINGS, "--data", data), "a second time would set numbers back");
        assertTrue(err.contains("there is a journal already"), err);
    }

    @Test
    void theFormOfQuickFixAndOfTheCachedStoreAreRead() throws IOException {
        for (byte[] numbers : new byte[][] {
            "        17 :         23".getBytes(StandardCharsets.US_ASCII), utf("17:23"),
        }) {
            Path store = Files.createDirectories(directory.resolve("store"));
            Files.write(store.resolve("FIX.4.4-BANZAI-EXEC.seqnums"), numbers);
            Files.writeString(store.resolve("FIX.4.4-BANZAI-EXEC.session"), "20260302-13:00:01");
            SequenceFiles read = SequenceFiles.read(store, FixSessionId.parse("FIX.4.4:BANZAI->EXEC"))
                    .orElseThrow();
            assertEquals(17, read.nextOutgoing());
            assertEquals(23, read.nextIncoming());
        }
    }

    @Test
    void aCutFileIsAnErrorAndNothingIsWritten() throws IOException {
        byte[][] bad = {{}, {0}, {0, 2, '1'}, utf("x"), utf("0"), utf("12345678901234567890")};
        for (byte[] each : bad) {
            sequences(utf("17"), each);
            Path output = directory.resolve("fix.yaml");
            assertEquals(1, run(SETTINGS, "--data", directory.resolve("data").toString(), "-o", output.toString()));
            assertTrue(
                    err.contains("a sequence file ") && err.contains("targetseqnums session=FIX.4.4:BANZAI->EXEC"),
                    err);
            assertFalse(Files.exists(output));
            assertFalse(Files.exists(directory.resolve("data")));
        }
        sequences(utf("17"), utf("23"));
        Files.delete(directory.resolve("store/FIX.4.4-BANZAI-EXEC.senderseqnums"));
        assertEquals(1, run(SETTINGS, "--data", directory.resolve("data").toString()));
        assertTrue(err.contains("a sequence file cannot be read"), err);
    }
}
