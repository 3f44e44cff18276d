package io.millrace.net.cli;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.RetentionPolicy;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.NetException;
import io.millrace.net.ReplicationNode;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Member;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replicate}: a member of a replicated journal, beside the process that appends. */
@Command(
        name = "replicate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Send a journal to copies on other machines, or keep such a copy, until the command is ended.",
            "A journal that is not replicated yet becomes a source; its appender may start before or after, and"
                    + " needs no option. With --from a copy begins, or continues."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace replicate data/orders --listen 7100 --copies 1",
            "  millrace replicate --from 127.0.0.1:7100 copies/orders --listen 7101"
        })
final class ReplicateCommand implements Callable<Integer> {

    private static final int FAILED = 1;
    private static final int IN_USE = 4;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long WAIT_NS = 10 * SECOND_NS;

    @Parameters(paramLabel = "DIR", description = "The directory of the journal.")
    private Path directory;

    @Option(
            names = "--listen",
            paramLabel = "[HOST:]PORT",
            description = "Where other members connect to; without a host on loopback. Needed for a source; a copy"
                    + " takes any free port without it.")
    private String listen;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "Where other members reach this one, if that is not what --listen says.")
    private String address;

    @Option(names = "--from", paramLabel = "HOST:PORT", description = "Any member of the journal to be copied.")
    private List<String> from = List.of();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name of this member, which no other has; else its address.")
    private String name;

    @Option(
            names = "--copies",
            paramLabel = "N",
            description = "For a source: how many copies must hold a message before it is acknowledged; else 0.")
    private Integer copies;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "For a new source: ${COMPLETION-CANDIDATES}, what a message must be in each of them.")
    private Durability level = Durability.MAPPED;

    @Option(
            names = "--degrade-after",
            paramLabel = "SECONDS",
            description = "For a source: continue to acknowledge when copies are missing for so long. Else nothing"
                    + " is acknowledged until they are back.")
    private Integer degradeAfter;

    @Option(
            names = "--refuse-when-missing",
            description = "For a source: refuse appends, of whatever process, while fewer copies than --copies are"
                    + " connected, and when no process replicates the journal. Holds until 'replicate' is started"
                    + " without it.")
    private boolean refuseWhenMissing;

    @Option(
            names = "--keep-mib",
            paramLabel = "MIB",
            description = "For a copy: remove its oldest segments, of what is acknowledged, while all its files have"
                    + " more MiB than this. Else it removes nothing.")
    private Integer keepMib;

    @Mixin
    private final LinkFlags flags = new LinkFlags();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        check();
        HostPort at = listenAt();
        LinkOptions links =
                flags.options(spec).withErrorHandler(error -> line(err, ReplicationService.timed(error.getMessage())));
        ControlFiles files = new ControlFiles(directory);
        try (FileChannel lock = files.tryLock()) {
            if (lock == null) {
                line(err, "another process replicates this journal directory=" + directory);
                return IN_USE;
            }
            files.dropOrder();
            return serve(at, links, files, out, err);
        }
    }

    private void check() {
        boolean isNew = !Journal.exists(directory) && !FileMemberStore.exists(directory);
        if (isNew && from.isEmpty()) {
            throw usage("there is no journal; give --from for a copy, or create it first directory=" + directory);
        }
        if (from.isEmpty() && listen == null) {
            throw usage("a source needs --listen");
        }
        if (copies != null && copies < 0) {
            throw usage("--copies must be 0 or more copies=" + copies);
        }
        if (keepMib != null && keepMib < 0) {
            throw usage("--keep-mib must be 0 or more mebibytes=" + keepMib);
        }
        if (degradeAfter != null && degradeAfter < 1) {
            throw usage("--degrade-after must be 1 or more seconds=" + degradeAfter);
        }
        if (degradeAfter != null && refuseWhenMissing) {
            throw usage("--degrade-after and --refuse-when-missing exclude each other seconds=" + degradeAfter);
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private HostPort listenAt() throws IOException {
        if (listen == null) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return new HostPort("127.0.0.1", free.getLocalPort());
            }
        }
        return parse("--listen", listen);
    }

    private HostPort parse(String option, String text) {
        try {
            return HostPort.parse(text);
        } catch (NetException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }

    private int serve(HostPort at, LinkOptions links, ControlFiles files, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        FileMemberStore store = new FileMemberStore(directory);
        ReplicationService service = new ReplicationService(directory, files, text -> line(out, text));
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (JournalLog log = JournalLog.open(directory, journalOptions(), store);
                ReplicationNode node = ReplicationNode.open(at, links, options(at), log, store, service::event)) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("millrace-stop").unstarted(() -> stop(stopped, closed)));
            node.order(member -> begin(member, log));
            line(out, "listening: " + node.address());
            Optional<String> failure = service.run(node, log, stopped);
            failure.ifPresent(why -> line(err, ReplicationService.timed(why)));
            return failure.isPresent() ? FAILED : 0;
        } finally {
            closed.countDown();
        }
    }

    private JournalOptions journalOptions() {
        RetentionPolicy all = RetentionPolicy.keepAll();
        return JournalOptions.defaults()
                .withRetention(keepMib == null ? all : all.withMaxSizeBytes((long) keepMib << 20));
    }

    private MemberOptions options(HostPort at) {
        String reached =
                address == null ? at.toString() : parse("--address", address).toString();
        String called = name == null ? reached : name;
        from.forEach(each -> parse("--from", each));
        return MemberOptions.of(called, reached, from, missing());
    }

    private MissingPolicy missing() {
        if (refuseWhenMissing) {
            return new MissingPolicy.Fail();
        }
        return degradeAfter == null
                ? new MissingPolicy.Wait(WAIT_NS)
                : new MissingPolicy.Degrade(degradeAfter * SECOND_NS);
    }

    private void begin(Member member, JournalLog log) {
        if (member.state().configuration() == null && from.isEmpty()) {
            log.becomeSource();
            member.found(copies == null ? 0 : copies, level);
        } else if (copies != null
                && member.isSource()
                && member.state().configuration().present().count() != copies) {
            member.setCount(copies);
        }
    }

    private static void line(PrintWriter to, String text) {
        synchronized (to) {
            to.println(text);
            to.flush();
        }
    }

    /** Lets the command close its journal and links before the process ends on Ctrl-C or SIGTERM. */
    private static void stop(CountDownLatch stopped, CountDownLatch closed) {
        stopped.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Prints the answer to an order, and returns the exit code. */
    static int answered(CommandSpec spec, ControlFiles.Answer answer) {
        boolean isDone = answer.code() == 0;
        line(isDone ? spec.commandLine().getOut() : spec.commandLine().getErr(), answer.text());
        return isDone ? 0 : Math.max(FAILED, answer.code());
    }
}
