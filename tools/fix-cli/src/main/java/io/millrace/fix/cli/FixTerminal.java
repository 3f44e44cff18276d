package io.millrace.fix.cli;

import io.millrace.channel.ChannelOptions;
import io.millrace.channel.EpochClock;
import io.millrace.fix.FixApplication;
import io.millrace.fix.FixDestinations;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixException;
import io.millrace.fix.FixExtension;
import io.millrace.fix.FixJournal;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixProblem;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.net.HostPort;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The session of a terminal: lines become messages, and messages lines. One thread sends; the engine's receives. */
final class FixTerminal implements FixApplication, FixExtension, AutoCloseable {

    private static final long LOOK_MS = 10;

    private final FixEngine engine;
    private final FixSession session;
    private final MessageLine lines;
    private final PrintWriter out;
    private final PrintWriter err;
    private final CountDownLatch logon = new CountDownLatch(1);
    private final AtomicInteger errors = new AtomicInteger();
    private volatile long lastNs = System.nanoTime();
    private volatile boolean leaving;
    private long sent;

    private FixTerminal(TerminalFile file, PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
        lines = new MessageLine(file.dictionary());
        FixEngineOptions options = FixEngineOptions.named("fix-connect").withLog(this::note);
        engine = FixEngine.open(file.store()
                .map(directory -> options.with(FixJournal.open(directory, ChannelOptions.defaults())))
                .orElse(options));
        FixSettings.Builder settings = FixSettings.session(file.id(), file.dictionary())
                .role(FixSettings.Role.INITIATOR)
                .heartbeatSeconds(file.heartbeatSeconds())
                .extension(this);
        if (file.store().isEmpty()) {
            settings.with(FixOption.RESET_AT_LOGON);
        }
        session = engine.add(
                settings.build(), this, FixDestinations.of(file.hosts().toArray(HostPort[]::new)));
    }

    static FixTerminal open(TerminalFile file, PrintWriter out, PrintWriter err) {
        return new FixTerminal(file, out, err);
    }

    FixEngine engine() {
        return engine;
    }

    int errors() {
        return errors.get();
    }

    /** Counts and says what is wrong. */
    void error(String what) {
        errors.incrementAndGet();
        say(err, "error: " + what);
    }

    private void note(String line) {
        if (!leaving) {
            say(err, line);
        }
    }

    private static void say(PrintWriter to, String line) {
        to.println(line);
        to.flush();
    }

    boolean awaitLogon(Duration within) throws InterruptedException {
        return logon.await(within.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends the message of a line; an empty one and one that begins with # are none. */
    void send(String line) throws InterruptedException {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        try {
            FixWriter message = new FixWriter();
            long nowNs = EpochClock.system().nowNs();
            String id = Long.toString(nowNs / 1_000_000, 36) + "-" + ++sent;
            lines.write(line, message, id, to -> to.putTimestamp(60, nowNs, FixTime.Precision.MILLISECONDS));
            CompletableFuture<Void> done = new CompletableFuture<>();
            engine.execute(() -> {
                try {
                    session.send(EpochClock.system().nowNs(), message);
                    lastNs = System.nanoTime();
                    done.complete(null);
                } catch (IllegalArgumentException e) {
                    done.completeExceptionally(e);
                }
            });
            done.get();
        } catch (IllegalArgumentException | FixException e) {
            error(e.getMessage());
        } catch (ExecutionException e) {
            error(e.getCause().getMessage());
        }
    }

    void awaitSilence(Duration time) throws InterruptedException {
        while (System.nanoTime() - lastNs < time.toNanos()) {
            Thread.sleep(LOOK_MS);
        }
    }

    /** Logs out, after which the loop of the engine ends. */
    void logOut() {
        leaving = true;
        engine.stop();
    }

    @Override
    public void loggedOn(FixSession of, long timeNs) {
        say(err, "logged on session=" + of.settings().id());
        logon.countDown();
    }

    @Override
    public void loggedOut(FixSession of, long timeNs) {
        if (!leaving) {
            error("the connection has ended session=" + of.settings().id());
        }
    }

    @Override
    public void message(FixSession of, long timeNs, FixMessage message) {
        show(timeNs, message);
        if (message.isType("j")) {
            errors.incrementAndGet();
        }
    }

    /** Shows the Rejects of the session, which an application does not get. */
    @Override
    public boolean isValid(FixMessage message, FixProblem problem) {
        if (message.isType("3")) {
            show(EpochClock.system().nowNs(), message);
            errors.incrementAndGet();
        }
        return true;
    }

    private void show(long timeNs, FixMessage message) {
        lastNs = System.nanoTime();
        say(out, Instant.EPOCH.plusNanos(timeNs) + " " + lines.text(message));
    }

    @Override
    public void close() {
        engine.close();
    }
}
