package io.millrace.load;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.service.ErrorHandler;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.ServiceException;
import io.millrace.service.Severity;
import io.millrace.topology.ChannelKind;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import io.millrace.wire.CallSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The services of a topology. Calls enter one channel, which no component of it writes, and a call is over when its
 * first answer is in another channel. The topology runs in this process, or in another one, with which this one shares
 * the directories of the two channels.
 */
final class ServiceTarget implements Target {
    private static final String PARAMETER = "parameter.";

    private final Topology topology;
    private final String in;
    private final String out;
    private final String answer;
    private final boolean runsHere;
    private final boolean appendsToExisting;
    private final Optional<Path> data;
    private final Map<String, String> parameters = new TreeMap<>();

    private Path temporary;
    private RunningTopology running;
    private Channel entrance;
    private Channel exit;
    private ServiceAnswers answers;
    private List<CallSchema> calls;
    private int sessions;

    private ServiceTarget(TargetOptions options, Topology topology) {
        this.topology = topology;
        this.in = channel(options, "in", this::isEntrance);
        this.out = channel(options, "out", this::isExit);
        this.answer = options.value("answer", "");
        this.runsHere = choice(options, "run", "here", "elsewhere").equals("here");
        this.appendsToExisting = choice(options, "existing", "refuse", "append").equals("append");
        this.data = Optional.ofNullable(options.values().get("data")).map(Path::of);
        options.values().forEach((name, value) -> {
            if (name.startsWith(PARAMETER)) {
                parameters.put(name.substring(PARAMETER.length()), value);
            }
        });
        if (!runsHere && (data.isEmpty() || !parameters.isEmpty())) {
            throw new LoadException("run=elsewhere needs the data directory of that run and takes no parameters data="
                    + options.value("data", "") + " parameters=" + parameters.keySet());
        }
        if (!runsHere && topology.channels().get(in).encryption().isPresent()) {
            throw new LoadException("an encrypted channel can be written with run=here only in=" + in);
        }
    }

    static ServiceTarget of(TargetOptions options) {
        String[] known = Stream.concat(
                        Stream.of("in", "out", "answer", "run", "data", "existing"),
                        options.values().keySet().stream().filter(name -> name.startsWith(PARAMETER)))
                .toArray(String[]::new);
        options.allow(known);
        if (options.address().isBlank()) {
            throw new LoadException(
                    "the target names no topology target=" + options.url() + " example=service:orders.yaml");
        }
        try {
            return new ServiceTarget(options, Topology.load(Path.of(options.address())));
        } catch (TopologyException e) {
            throw new LoadException(e.getMessage(), e);
        }
    }

    private static String choice(TargetOptions options, String name, String usual, String other) {
        String value = options.value(name, usual);
        if (!value.equals(usual) && !value.equals(other)) {
            throw new LoadException(
                    "option out of range " + name + "=" + value + " known=[" + usual + ", " + other + "]");
        }
        return value;
    }

    /** Returns the requested channel, or the only possible one. */
    private String channel(TargetOptions options, String name, Predicate<String> isPossible) {
        List<String> possible =
                topology.channels().keySet().stream().filter(isPossible).toList();
        String wanted = options.values().get(name);
        if (wanted == null && possible.size() == 1) {
            return possible.getFirst();
        }
        if (wanted == null || !possible.contains(wanted)) {
            String what = name.equals("in")
                    ? "a journal that components read and others write (ownership: SHARED)"
                    : "a journal that a component writes";
            throw new LoadException("option " + name + " names " + what + " " + name + "=" + wanted + " possible="
                    + possible + " topology=" + topology.name());
        }
        return wanted;
    }

    private boolean isEntrance(String channel) {
        ChannelSpec spec = topology.channels().get(channel);
        return spec.kind() == ChannelKind.JOURNAL
                && spec.ownership() == Ownership.SHARED
                && topology.components().values().stream()
                        .noneMatch(component -> component.writes().equals(channel))
                && topology.components().values().stream()
                        .anyMatch(component -> component.reads().contains(channel));
    }

    private boolean isExit(String channel) {
        return topology.channels().get(channel).kind() == ChannelKind.JOURNAL
                && topology.components().values().stream()
                        .anyMatch(component -> component.writes().equals(channel));
    }

    @Override
    public synchronized TargetSession prepare(List<OperationSpec> operations) {
        try {
            if (answers == null) {
                open();
            }
            ChannelWriter writer = entrance.writer();
            try {
                ServiceSession session = new ServiceSession(writer, answers, operations, calls, this::left);
                sessions++;
                return session;
            } catch (RuntimeException | Error e) {
                writer.close();
                throw e;
            }
        } catch (ChannelException | JournalException | ServiceException e) {
            throw new LoadException("cannot reach service; " + e.getMessage(), e);
        }
    }

    private synchronized void left() {
        sessions--;
        if (sessions == 0) {
            answers.forgetAll();
        }
    }

    private void open() {
        ClassLoader classes = ServiceTarget.class.getClassLoader();
        calls = topology.callsInto(in, classes);
        Path directory = data.orElseGet(this::temporary);
        if (runsHere) {
            running = TopologyRunner.open(
                    topology,
                    RunOptions.in(directory)
                            .withParameters(parameters)
                            .withClassLoader(classes)
                            .withErrorHandler(ServiceTarget::log));
            entrance = running.journals().get(in);
            exit = running.journals().get(out);
        } else {
            entrance = attach(directory.resolve(in));
            exit = Channel.readOnly(directory.resolve(out));
        }
        checkEmpty();
        answers = new ServiceAnswers(exit, answer, () -> running == null ? Optional.empty() : running.failure());
        answers.start();
        if (running != null) {
            running.start();
        }
    }

    private Channel attach(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new LoadException("no channel found, so no process runs this topology directory=" + directory);
        }
        JournalOptions options = JournalOptions.defaults()
                .withOwnership(Ownership.SHARED)
                .withDurability(topology.channels().get(in).durability());
        return Channel.journal(in, directory, ChannelOptions.defaults().withJournal(options));
    }

    private void checkEmpty() {
        long messages = entrance.journal().map(Journal::messages).orElse(0L);
        if (messages > 0 && !appendsToExisting) {
            throw new LoadException(
                    "channel already has messages channel=" + in + " messages=" + messages + " option=existing=append");
        }
    }

    private Path temporary() {
        try {
            temporary = Files.createTempDirectory("millrace-load-service");
            return temporary;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        if (answers != null) {
            answers.close();
        }
        if (running != null) {
            running.close();
        } else {
            close(entrance);
            close(exit);
        }
        if (temporary != null) {
            delete(temporary);
        }
    }

    /** Ends the run: all waiting operations fail with its failure. */
    private static void log(Severity severity, ErrorOrigin origin, Throwable error) {
        if (severity != Severity.FATAL) {
            ErrorHandler.log().onError(severity, origin, error);
        }
    }

    private static void close(Channel channel) {
        if (channel != null) {
            channel.close();
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete directory=" + directory, e);
        }
    }
}
