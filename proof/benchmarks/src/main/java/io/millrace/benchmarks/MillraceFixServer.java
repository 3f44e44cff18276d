package io.millrace.benchmarks;

import io.millrace.channel.ChannelOptions;
import io.millrace.concurrent.BusySpinIdleStrategy;
import io.millrace.fix.FixCheck;
import io.millrace.fix.FixDestinations;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixJournal;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixPort;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixWriter;
import io.millrace.harness.Server;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** An acceptor or initiator of our engine, whose thread does not wait, unless it shares the processors. */
public final class MillraceFixServer implements Server {

    private final FixWriter report = new FixWriter();
    private long orders;

    /** Creates the server; its process calls this. */
    public MillraceFixServer() {}

    @Override
    public int start(Path directory, List<String> arguments) {
        FixDuty duty = FixDuty.of(arguments.getFirst());
        FixEngineOptions options = FixEngineOptions.named("fix").withLog(System.err::println);
        FixEngine engine = FixEngine.open(
                duty == FixDuty.RECORDED
                        ? options.with(FixJournal.open(directory.resolve("fix"), ChannelOptions.defaults()))
                        : options);
        FixDictionary dictionary = FixServers.dictionary();
        OptionalInt to = FixServers.connectsTo(arguments);
        for (int i = 0; i < FixServers.sessions(arguments); i++) {
            FixSettings.Builder settings = FixSettings.session(
                    new FixSessionId(FixServers.VERSION, FixServers.VENUE, FixServers.client(i)), dictionary);
            settings.checks(duty == FixDuty.RECORDED ? FixCheck.all() : FixCheck.none());
            if (to.isEmpty()) {
                engine.add(settings.build(), this::answer);
            } else {
                engine.add(
                        settings.role(FixSettings.Role.INITIATOR).build(),
                        this::answer,
                        FixDestinations.of(new HostPort("127.0.0.1", to.getAsInt())));
            }
        }
        int port = to.isPresent()
                ? to.getAsInt()
                : engine.listen(FixPort.loopback(0)).port();
        EventLoopOptions usual = EventLoopOptions.defaults();
        var _ = EventLoop.start(
                "fix",
                FixServers.sharesProcessors(arguments) ? usual : usual.withIdle(BusySpinIdleStrategy::new),
                List.of(engine));
        return port;
    }

    private void answer(FixSession session, long timeNs, FixMessage order) {
        report.start("8").body().put(37, ++orders).put(17, orders).put(150, '0').put(39, '0');
        report.copy(order, order.find(11)).copy(order, order.find(55)).put(54, order.charValue(54));
        long quantity = order.longValue(38);
        report.put(38, quantity).putDecimal(44, order.decimalValue(44, 4), 4).put(151, quantity);
        session.send(timeNs, report.put(14, 0).put(6, 0));
    }
}
