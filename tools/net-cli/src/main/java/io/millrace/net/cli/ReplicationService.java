package io.millrace.net.cli;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.net.ReplicationNode;
import io.millrace.replication.Configuration;
import io.millrace.replication.CopyStatus;
import io.millrace.replication.Forcing;
import io.millrace.replication.JournalLog;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.ReplicationException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What {@code replicate} does beside its node, in one thread: orders, the state in words, and forces. */
final class ReplicationService {

    private static final long STEP_MS = 10;
    private static final int STEPS_PER_STATUS = 50;
    private static final int MOST_SAMPLES = 10_000;
    private static final long RESET_STEPS = 1_000;
    private static final String TROUBLE = "trouble: ";
    private static final String LOST = "lost ";
    private static final String NOT_SOURCE = "only a source is told that a member is lost";

    private final Path directory;
    private final ControlFiles files;
    private final Consumer<String> out;
    private final Queue<String> events = new ConcurrentLinkedQueue<>();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private ReplicationNode node;
    private JournalLog log;
    private String promotion;
    private String reset;
    private long resetSteps;

    /** What a promotion that is under way has accepted to lose; empty for nothing. */
    private String loss = "";

    /** Why a file for commands could not be used, as it was told last; empty where all can. */
    private String unusable = "";

    /** The end of the journal at a time. */
    private record Sample(long timeMs, long end) {}

    ReplicationService(Path directory, ControlFiles files, Consumer<String> out) {
        this.directory = directory;
        this.files = files;
        this.out = out;
    }

    /** Takes an event of the member; called under the lock of the node. */
    void event(MemberEvent event, String text) {
        events.add(event + " " + text);
    }

    /**
     * Works until it is stopped.
     *
     * @return why the member cannot work any more, so that it is to be started again; empty after a stop
     */
    Optional<String> run(ReplicationNode ofMember, JournalLog ofJournal, CountDownLatch stopped)
            throws InterruptedException {
        node = ofMember;
        log = ofJournal;
        for (int step = 0; !stopped.await(STEP_MS, TimeUnit.MILLISECONDS); step++) {
            try {
                force();
            } catch (JournalException e) { // what the device has lost may look as if it were there: read it again
                return Optional.of(e.getMessage());
            }
            useFiles(step % STEPS_PER_STATUS == 0);
            if (node.failure().isPresent()) {
                useFiles(true);
                return node.failure();
            }
        }
        takeEvents();
        return Optional.empty();
    }

    /** Takes orders and answers them. A full disk does not stop replication: files are written again later. */
    private void useFiles(boolean writesStatus) {
        try {
            takeEvents();
            takeOrder();
            watchReset();
            if (writesStatus) {
                files.write(ControlFiles.STATUS, status());
                if (!unusable.isEmpty()) {
                    unusable = "";
                    say("files for commands can be written again directory=" + directory);
                }
            }
        } catch (ReplicationException e) {
            if (!unusable.equals(e.getMessage())) {
                unusable = e.getMessage();
                say(unusable);
            }
        }
    }

    /** Returns a line for a log: the time of day, and a text. */
    static String timed(String text) {
        return LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + " " + text;
    }

    private void say(String text) {
        out.accept(timed(text));
    }

    /**
     * Writes to the storage device what members must hold there before it is acknowledged; not under the lock of the
     * node, as a device may be slow.
     */
    private void force() {
        Forcing forcing = node.ask(member -> {
            Configuration configuration = member.state().configuration();
            boolean isSynced = configuration != null
                    && (configuration.present().level() == Durability.SYNCED
                            || (configuration.previous() != null
                                    && configuration.previous().level() == Durability.SYNCED));
            return isSynced ? log.forcing() : null;
        });
        if (forcing != null) {
            forcing.run();
            node.order(member -> {
                forcing.done();
                member.progressed();
            });
        }
    }

    private void takeEvents() {
        for (String event = events.poll(); event != null; event = events.poll()) {
            say(event);
            if (event.startsWith(MemberEvent.LOSS_ACCEPTED + " ")) {
                loss = "\n" + event;
            }
            if (promotion != null && event.startsWith(MemberEvent.PROMOTED + " ")) {
                files.answer(promotion, 0, event + loss);
                promotion = null;
            } else if (promotion != null
                    && (event.startsWith(MemberEvent.PROMOTION_FAILED + " ")
                            || event.startsWith(MemberEvent.BROKEN + " "))) {
                files.answer(promotion, 1, event);
                promotion = null;
            }
        }
    }

    private void takeOrder() {
        String order = files.takeOrder(
                given -> say("an order is not carried out, since its command has ended order=" + given));
        if (order == null) {
            return;
        }
        String[] parts = order.strip().split(" ", 2);
        try {
            switch (parts.length < 2 ? "" : parts[1]) {
                case "promote" -> promote(parts[0], Losses.REFUSED);
                case "promote --accept-loss" -> promote(parts[0], Losses.ACCEPTED);
                case "reset" -> {
                    node.order(Member::reset);
                    reset = parts[0];
                    resetSteps = 0;
                }
                case String lost when lost.startsWith(LOST) -> lost(parts[0], lost.substring(LOST.length()));
                default -> files.answer(parts[0], 2, "order is not known order=" + order.strip());
            }
        } catch (JournalException e) {
            files.answer(parts[0], 1, e.getMessage());
        }
    }

    private void lost(String number, String name) {
        node.order(member -> {
            List<CopyStatus> named = member.copies().stream()
                    .filter(copy -> copy.name().equals(name))
                    .toList();
            if (named.isEmpty()) {
                throw new ReplicationException((member.isSource() ? "no other member has this name" : NOT_SOURCE)
                        + " name=" + name + " directory=" + directory);
            }
            List<CopyStatus> missing = named.stream()
                    .filter(copy -> copy.link() == CopyStatus.Link.MISSING)
                    .toList(); // a new member may have taken the name of the lost one
            (missing.isEmpty() ? named : missing).forEach(copy -> member.declareLost(copy.number()));
        });
        files.answer(number, 0, "no change of the members waits for the lost one any more name=" + name);
    }

    private void promote(String number, Losses losses) {
        boolean isSource = node.ask(Member::isSource);
        if (isSource) {
            files.answer(number, 1, "the member is the source already directory=" + directory);
            return;
        }
        loss = "";
        node.order(member -> member.promote(losses));
        promotion = number;
    }

    /** Answers a reset once the copy is streamed to, or has stopped again. */
    private void watchReset() {
        if (reset == null) {
            return;
        }
        boolean isStreaming = node.ask(Member::isStreaming);
        String reason = node.ask(member -> member.stopped() != null ? member.stopped() : member.failure());
        if (isStreaming) {
            files.answer(reset, 0, "the copy follows the source again");
            reset = null;
        } else if (reason != null || ++resetSteps > RESET_STEPS) {
            files.answer(reset, 1, reason != null ? reason : "no source was found; the copy continues to look for it");
            reset = null;
        }
    }

    private String status() {
        return node.ask(member -> {
            long end = log.end();
            long nowMs = System.currentTimeMillis();
            if (samples.isEmpty() || samples.getLast().end() != end) {
                samples.add(new Sample(nowMs, end));
            }
            if (samples.size() > MOST_SAMPLES) {
                samples.removeFirst();
            }
            StringBuilder text = new StringBuilder();
            text.append("state: ").append(state(member)).append('\n');
            troubles(member)
                    .forEach(trouble -> text.append(TROUBLE).append(trouble).append('\n'));
            text.append("epoch: ").append(member.state().promised()).append('\n');
            text.append("whole: ").append(member.state().whole() ? "yes" : "no").append('\n');
            text.append("end: ").append(text(end)).append('\n');
            text.append("synced: ").append(text(log.syncedEnd())).append('\n');
            text.append("acknowledged: ").append(text(log.mark())).append('\n');
            if (log.certain() < log.mark()) {
                text.append("held as asked: ").append(text(log.certain())).append('\n');
            }
            Configuration configuration = member.state().configuration();
            if (configuration != null) {
                text.append("asked: copies=").append(configuration.present().count());
                text.append(" level=").append(configuration.present().level()).append('\n');
            }
            List<String> waitsFor = member.changeWaitsFor();
            if (!waitsFor.isEmpty()) {
                text.append("change: waits for ").append(String.join(", ", waitsFor));
                text.append("; start it, or if its disk is lost for good: millrace replica lost ")
                        .append(directory);
                text.append(' ').append(waitsFor.getFirst()).append('\n');
            }
            copies(text, member.copies(), end, nowMs);
            return text.toString();
        });
    }

    /** Returns what an operator should look at. */
    private static List<String> troubles(Member member) {
        List<String> troubles = new ArrayList<>();
        if (member.stopped() != null) {
            troubles.add("the member has stopped");
        }
        if (member.failure() != null) {
            troubles.add("the member has failed, and tries again");
        }
        if (member.isSource() && member.isDegraded()) {
            troubles.add("fewer copies acknowledge than were asked for");
        }
        if (!member.state().whole()) {
            troubles.add("the member may lack what it has acknowledged, until that has come again");
        }
        for (CopyStatus copy : member.isSource() ? member.copies() : List.<CopyStatus>of()) {
            if (copy.link() != CopyStatus.Link.CONNECTED) {
                troubles.add("a copy is missing name=" + copy.name());
            }
        }
        return troubles;
    }

    /** Returns whether a state in words has what an operator should look at. */
    static boolean isInTrouble(String status) {
        return status.contains("\n" + TROUBLE);
    }

    private static String state(Member member) {
        if (member.stopped() != null) {
            return "stopped: " + member.stopped();
        }
        if (member.failure() != null) {
            return "failed: " + member.failure();
        }
        if (member.isSource()) {
            return member.isDegraded() ? "source, degraded" : "source";
        }
        if (member.isCandidate()) {
            return "candidate";
        }
        return member.isStreaming() ? "streaming" : "searching for the source";
    }

    private void copies(StringBuilder text, List<CopyStatus> copies, long end, long nowMs) {
        if (copies.isEmpty()) {
            return;
        }
        try (Journal journal = Journal.openReadOnly(directory)) {
            for (CopyStatus copy : copies) {
                long lag = copy.mapped() >= end ? 0 : journal.messagesBetween(copy.mapped(), end);
                text.append("copy: ").append(copy.name()).append(" number=").append(copy.number());
                text.append(" address=").append(copy.address());
                text.append(copy.link() == CopyStatus.Link.CONNECTED ? " connected" : " missing");
                text.append(" mapped=").append(text(copy.mapped()));
                text.append(" synced=").append(text(copy.synced()));
                text.append(" lagMessages=").append(lag);
                text.append(" lagBytes=").append(lagBytes(copy.mapped(), end, journal));
                text.append(" lagMs=").append(lagMs(copy.mapped(), nowMs));
                copy.clockAheadUs()
                        .ifPresent(us -> text.append(String.format(Locale.ROOT, " clockAheadMs=%.1f", us / 1e3)));
                text.append('\n');
            }
        }
    }

    private static String text(long position) {
        return position == LogPosition.NONE ? "none" : LogPosition.toText(position);
    }

    /** Returns the bytes of the segments between two positions. */
    private static long lagBytes(long from, long to, Journal journal) {
        if (from >= to) {
            return 0;
        }
        long bytes = LogPosition.offset(to) - LogPosition.offset(from);
        for (var segment : journal.info().segments()) {
            boolean isPassed =
                    segment.number() >= LogPosition.segment(from) && segment.number() < LogPosition.segment(to);
            bytes += isPassed ? segment.sizeBytes() : 0;
        }
        return bytes;
    }

    /** Returns for how long the journal has had frames that a copy has not. */
    private long lagMs(long mapped, long nowMs) {
        for (Sample sample : samples) {
            if (sample.end() > mapped) {
                return nowMs - sample.timeMs();
            }
        }
        return 0;
    }
}
