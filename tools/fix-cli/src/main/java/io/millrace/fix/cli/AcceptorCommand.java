package io.millrace.fix.cli;

import io.millrace.channel.ChannelOptions;
import io.millrace.channel.EpochClock;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixJournal;
import io.millrace.fix.FixPort;
import io.millrace.fix.FixSession;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fix acceptor}: an acceptor on this machine that sends orders back, for acceptance scripts and for trials. */
@Command(
        name = "acceptor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Accept sessions of FIX on loopback as ISLD, and send orders back: for acceptance scripts and for"
                    + " trials of a client.",
            "Prints 'ready' when it listens. Standard input takes lines such as"
                    + " 'FIX.4.4:ISLD->TW NEXTSENDERSEQNUM 5' or NEXTTARGETSEQNUM, each answered by 'ok', and 'quit'."
        },
        footerHeading = "%nExample:%n",
        footer = "  millrace fix acceptor --port 9880 --dictionaries spec --profile j")
final class AcceptorCommand implements Callable<Integer> {

    @Option(names = "--port", required = true, description = "Where to listen on loopback; 0 is any that is free.")
    private int port;

    @Option(
            names = "--dictionaries",
            required = true,
            paramLabel = "DIR",
            description = "A directory with dictionaries of the usual names: FIX40.xml to FIX44.xml, and FIXT11.xml"
                    + " with FIX50.xml, FIX50SP1.xml, FIX50SP2.xml, FIXLatest.xml.")
    private Path dictionaries;

    @Option(
            names = "--profile",
            defaultValue = "j",
            description = "The scripts that are to pass: j, those of QuickFIX/J (the default), or c, those of QuickFIX"
                    + " in C++.")
    private String profile;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Where the engine keeps what its sessions receive and send, and their numbers, with which they"
                            + " continue after any end. Without it numbers begin again with each connection.")
    private Path data;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        EchoApplication.Profile scripts = profile();
        FixEngineOptions options = FixEngineOptions.named("fix-acceptor");
        FixEngine engine =
                FixEngine.open(data == null ? options : options.with(FixJournal.open(data, ChannelOptions.defaults())));
        try {
            AcceptorSessions.add(
                    engine,
                    dictionaries,
                    scripts,
                    data == null ? AcceptorSessions.Numbers.BEGIN_AGAIN : AcceptorSessions.Numbers.CONTINUE);
            if (engine.sessions().isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--dictionaries: the directory has none of the usual names, such as FIX44.xml directory="
                                + dictionaries);
            }
            say("ready port=" + engine.listen(FixPort.loopback(port)).port());
            try (EventLoop loop = EventLoop.start("fix-acceptor", EventLoopOptions.defaults(), List.of(engine))) {
                Thread.ofPlatform().daemon().name("millrace-fix-input").start(() -> readOrders(engine));
                loop.await();
            }
        } finally {
            engine.close();
        }
        return 0;
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private EchoApplication.Profile profile() {
        return switch (profile.toLowerCase(Locale.ROOT)) {
            case "j" -> EchoApplication.Profile.J;
            case "c" -> EchoApplication.Profile.C;
            default -> throw new ParameterException(spec.commandLine(), "--profile: is j or c profile=" + profile);
        };
    }

    private void readOrders(FixEngine engine) {
        try {
            BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String order = line.strip();
                engine.execute(() -> say(obey(engine, order)));
            }
        } catch (IOException e) {
            System.getLogger("io.millrace.fix.cli").log(System.Logger.Level.WARNING, "cannot read standard input", e);
        }
    }

    private static String obey(FixEngine engine, String order) {
        if (order.equals("quit")) {
            engine.stop();
            return "ok";
        }
        String[] parts = order.split("[ =]+", -1);
        FixSession session = parts.length == 3 ? named(engine, parts[0]) : null;
        if (session == null || !parts[2].matches("[1-9][0-9]{0,17}")) {
            return "error: not an order, or no such session order=" + order;
        }
        long nowNs = EpochClock.system().nowNs();
        long number = Long.parseLong(parts[2]);
        switch (parts[1]) {
            case "NEXTSENDERSEQNUM" -> session.setNextOutgoing(nowNs, number);
            case "NEXTTARGETSEQNUM" -> session.setNextIncoming(nowNs, number);
            default -> {
                return "error: unknown order=" + order;
            }
        }
        return "ok";
    }

    private static FixSession named(FixEngine engine, String name) {
        return engine.sessions().stream()
                .filter(session -> session.settings().id().toString().equals(name))
                .findFirst()
                .orElse(null);
    }
}
