package io.millrace.fix.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixLog;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.DefaultMessageFactory;
import quickfix.FileStoreFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.SocketInitiator;

/** An acceptor of QuickFIX/J becomes ours: its settings are converted, and its counterparty continues its numbers. */
@Tag("process")
@Tolerates(
        threads = {"QFJ .*", "Socket.*", "NioProcessor-.*", "NioSocket.*"},
        because = "QuickFIX/J ends them later or never")
class ConvertTest {

    private static final SessionID CLIENT = new SessionID("FIX.4.4", "TW", "ISLD");
    private static final Pattern SAID = Pattern.compile("(?m)^(?:not needed|refused): (\\w[\\w.]*)=");

    @TempDir
    private Path directory;

    private String settings(String kind, String own, String peer, String more) {
        return "[DEFAULT]\nConnectionType=" + kind + "\nNonStopSession=Y\nFileStorePath=" + directory.resolve(kind)
                + "\n[SESSION]\nBeginString=FIX.4.4\nSenderCompID=" + own + "\nTargetCompID=" + peer + "\n"
                + "DataDictionary=FIX44.xml\n" + more;
    }

    private SessionSettings write(String name, String text) throws Exception {
        Path file = Files.writeString(directory.resolve(name), text);
        try (InputStream in = Files.newInputStream(file)) {
            return new SessionSettings(in);
        }
    }

    @Test
    void aCounterpartyLogsOnWithItsOldNumbersWithoutAGap() throws Exception {
        int port = FreePorts.next();
        String accepting = settings(
                "acceptor",
                "ISLD",
                "TW",
                "SocketAcceptPort=" + port + "\nSocketAcceptAddress=127.0.0.1\nSocketTcpNoDelay=Y\n");
        String connecting = settings(
                "initiator",
                "TW",
                "ISLD",
                "SocketConnectHost=127.0.0.1\nSocketConnectPort=" + port + "\nHeartBtInt=30\nReconnectInterval=1\n");
        try (InputStream in = getClass().getResourceAsStream("/FIX44.xml")) {
            Files.copy(in, directory.resolve("FIX44.xml"));
        }
        Listener listener = new Listener();
        SessionSettings ours = write("acceptor.cfg", accepting);
        SocketAcceptor acceptor =
                new SocketAcceptor(new Listener(), new FileStoreFactory(ours), ours, null, new DefaultMessageFactory());
        acceptor.start();
        SessionSettings theirs = write("initiator.cfg", connecting);
        int before;
        SocketInitiator first =
                new SocketInitiator(listener, new FileStoreFactory(theirs), theirs, null, new DefaultMessageFactory());
        try {
            first.start();
            Await.until("the first Logon", () -> listener.logons.get() == 1);
            before = Session.lookupSession(CLIENT).getExpectedSenderNum();
            assertTrue(before > 1, "expected=" + before);
        } finally {
            first.stop();
            acceptor.stop();
        }
        convert();
        String yaml = Files.readString(directory.resolve("fix.yaml")) + "components:\n  desk: {class: "
                + Desk.class.getName() + ", reads: [fix-in], writes: fix-out}\nname: fix\n";
        Path topology = Files.writeString(directory.resolve("desk.yaml"), yaml);
        int logons = listener.logons.get();
        SocketInitiator second =
                new SocketInitiator(listener, new FileStoreFactory(theirs), theirs, null, new DefaultMessageFactory());
        try (TestProcess run = JavaCommand.millrace("run", topology.toString(), "--data", data())
                .start(directory)) {
            run.await(Pattern.compile("fix: (\\S+)"));
            listener.complaints().clear();
            second.start();
            Await.until("the second Logon", () -> listener.logons.get() == logons + 1, run::output);
            assertTrue(Session.lookupSession(CLIENT).getExpectedSenderNum() > before);
            Await.until(
                    "the Logon in the journal",
                    () -> messages().stream()
                                    .filter(each -> each.contains("Logon"))
                                    .count()
                            >= 2);
            List<String> all = messages();
            assertEquals(
                    List.of(),
                    all.stream().filter(each -> each.contains("ResendRequest")).toList());
            assertEquals(List.of(), listener.complaints());
        } finally {
            second.stop(true);
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private void convert() throws Exception {
        try (TestProcess convert = JavaCommand.millrace(
                        "fix",
                        "convert",
                        directory.resolve("acceptor.cfg").toString(),
                        "-o",
                        directory.resolve("fix.yaml").toString(),
                        "--data",
                        data())
                .start(directory)) {
            assertEquals(0, convert.awaitEnd().code(), convert::errors);
        }
    }

    private List<String> messages() {
        List<String> all = new ArrayList<>();
        FixLog log = new FixLog(FixLog.Filter.ALL, _ -> FixDictionary.read(directory.resolve("FIX44.xml")));
        try (Channel channel = Channel.readOnly(directory.resolve("data/fix"));
                ChannelCursor cursor = channel.cursor()) {
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    log.read(cursor).ifPresent(each -> all.add(each.direction() + " " + each.text()));
                }
            }
        }
        return all;
    }

    /** Each setting of QuickFIX/J that its classes name has a rule of its own. */
    @Test
    void everySettingOfQuickFixJHasARule() throws Exception {
        Set<String> names = new TreeSet<>();
        for (String type : List.of(
                "Acceptor",
                "Initiator",
                "Session",
                "SessionFactory",
                "FileStoreFactory",
                "FileLogFactory",
                "JdbcSetting",
                "ScreenLogFactory",
                "SLF4JLogFactory",
                "SleepycatStoreFactory",
                "mina.NetworkingOptions",
                "mina.ssl.SSLSupport")) {
            for (var field : Class.forName("quickfix." + type).getDeclaredFields()) {
                if (field.getName().startsWith("SETTING_") && field.getType() == String.class) {
                    field.setAccessible(true);
                    names.add((String) field.get(null));
                }
            }
        }
        assertTrue(names.size() > 100, names.toString());
        StringBuilder settings = new StringBuilder(settings("acceptor", "ISLD", "TW", "SocketAcceptPort=1\n"));
        names.forEach(name -> settings.append(
                name.equals("ConnectionType")
                                || name.startsWith("Socket")
                                || name.endsWith("Day")
                                || name.endsWith("Time")
                                || name.equals("Weekdays")
                                || name.equals("TimeZone")
                                || name.equals("NonStopSession")
                        ? ""
                        : name + "=7\n"));
        settings.append("SocketAcceptPort=1\nSocketAcceptAddress=a\n");
        Files.writeString(directory.resolve("all.cfg"), settings.toString());
        try (TestProcess convert = JavaCommand.millrace(
                        "fix", "convert", directory.resolve("all.cfg").toString())
                .start(directory)) {
            assertEquals(1, convert.awaitEnd().code(), convert::errors);
            assertTrue(!convert.errors().contains("no setting of QuickFIX has this name"), convert::errors);
            Matcher said = SAID.matcher(convert.errors());
            int count = 0;
            while (said.find()) {
                count++;
            }
            assertTrue(count > 60, convert::errors);
        }
    }
}
