package io.millrace.browser;

import io.millrace.channel.EpochClock;
import io.millrace.fix.FixApplication;
import io.millrace.fix.FixDestinations;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.fixtures.Await;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A trader of the venue, on a thread of its own. */
final class Trader implements AutoCloseable, FixApplication {

    private static final Duration WAIT = Duration.ofMillis(100);

    private final List<String> got = new CopyOnWriteArrayList<>();
    private final FixEngine engine;
    private final FixSession session;
    private final EventLoop loop;

    Trader(String name, String address, FixDictionary dictionary) {
        engine = FixEngine.open(FixEngineOptions.named(name).withLog(_ -> {}));
        FixSettings settings = FixSettings.session(new FixSessionId("FIX.4.4", name, "XCHG"), dictionary)
                .role(FixSettings.Role.INITIATOR)
                .build();
        session = engine.add(
                settings, this, FixDestinations.of(HostPort.parse(address)).withWaits(WAIT, WAIT));
        loop = EventLoop.start(name, EventLoopOptions.defaults(), List.of(engine));
    }

    @Override
    public void message(FixSession of, long timeNs, FixMessage message) {
        got.add(message.text(11) + " " + message.text(150));
    }

    /** Sends an order, and waits until it is new. */
    void order(String id, char side, long quantity, long price) {
        engine.execute(() -> {
            FixWriter order = new FixWriter().start("D").body();
            order.put(11, id).put(55, "IBM").put(54, side).put(38, quantity).put(40, '2');
            order.putDecimal(44, price, 4);
            long nowNs = EpochClock.system().nowNs();
            session.send(nowNs, order.putTimestamp(60, nowNs, FixTime.Precision.MILLISECONDS));
        });
        Await.until("the report of " + id, () -> got.contains(id + " 0"));
    }

    @Override
    public void close() {
        loop.close();
        engine.close();
    }
}
