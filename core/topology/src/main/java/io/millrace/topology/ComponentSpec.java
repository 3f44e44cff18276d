package io.millrace.topology;

import io.millrace.service.ErrorPolicy;
import io.millrace.service.Snapshotting;
import io.millrace.service.StartAt;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A component of a topology: a class, its channels, and the values of its constructor.
 *
 * @param className the binary name of its class, which has one public constructor
 * @param reads the channels it reads, in the order in which they are asked; empty for an external source
 * @param writes the one channel it writes
 * @param arguments values of the constructor's parameters by their names
 * @param types additional classes that are allowed in an {@code Object} of a message
 * @param onError what a component that throws does to its service
 * @param snapshots where and how often its state is written, for a component that is {@link Snapshotting}
 * @param formerly its former names, which the data may have
 * @param startAt where it begins in channels that it has never read and that have lost their first messages
 * @param priority the channels among those that it reads whose calls overtake those of the others
 * @param host the host that runs it; empty where its thread names the host, or the topology has none
 * @param giveUpAfter how long the other side of a gateway may be away before the run ends; 60 s where it is empty
 * @param answers what it remembers of clients that it answers; the bounds of {@link AnswerSpec#defaults} where empty
 */
public record ComponentSpec(
        String className,
        List<String> reads,
        String writes,
        SequencedMap<String, Argument> arguments,
        List<String> types,
        ErrorPolicy onError,
        Optional<SnapshotSpec> snapshots,
        List<String> formerly,
        Optional<StartAt> startAt,
        List<String> priority,
        Optional<String> host,
        Optional<Duration> giveUpAfter,
        Optional<AnswerSpec> answers) {

    /** Checks that nothing is null and takes copies. */
    public ComponentSpec {
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(writes, "writes");
        Objects.requireNonNull(onError, "onError");
        Objects.requireNonNull(snapshots, "snapshots");
        reads = List.copyOf(reads);
        types = List.copyOf(types);
        formerly = List.copyOf(formerly);
        Objects.requireNonNull(startAt, "startAt");
        priority = List.copyOf(priority);
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(giveUpAfter, "giveUpAfter");
        Objects.requireNonNull(answers, "answers");
        arguments = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(arguments));
    }

    /**
     * Returns a component by its class.
     *
     * @param type the class
     * @return a component that as yet reads and writes nothing
     */
    public static ComponentSpec of(Class<?> type) {
        return of(type.getName());
    }

    /**
     * Returns a component by the name of its class, which the topology's class path holds.
     *
     * @param className the binary name, with {@code $} before a nested class
     * @return a component that as yet reads and writes nothing
     */
    public static ComponentSpec of(String className) {
        return new ComponentSpec(
                className,
                List.of(),
                "",
                new LinkedHashMap<>(),
                List.of(),
                ErrorPolicy.STOP,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Returns the same component reading these channels.
     *
     * @param channels the channels, in the order in which they are asked
     * @return the component
     */
    public ComponentSpec reads(String... channels) {
        return new ComponentSpec(
                className,
                List.of(channels),
                writes,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component writing this channel.
     *
     * @param channel the channel
     * @return the component
     */
    public ComponentSpec writes(String channel) {
        return new ComponentSpec(
                className,
                reads,
                channel,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component with one more value for its constructor.
     *
     * @param name the name of the constructor's parameter
     * @param value the value: a list for a list, anything else by its text; <code>${name}</code> is replaced by a
     * parameter
     * @return the component
     */
    public ComponentSpec argument(String name, Object value) {
        SequencedMap<String, Argument> more = new LinkedHashMap<>(arguments);
        more.put(name, Argument.of(value));
        return new ComponentSpec(
                className,
                reads,
                writes,
                more,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component allowing these classes in an {@code Object} of its messages.
     *
     * @param allowed the classes
     * @return the component
     */
    public ComponentSpec types(Class<?>... allowed) {
        List<String> names = Arrays.stream(allowed).map(Class::getName).toList();
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                names,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component with another error policy.
     *
     * @param policy what a component that throws does to its service
     * @return the component
     */
    public ComponentSpec onError(ErrorPolicy policy) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                policy,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component with snapshots of its state, so that a restart re-applies only the inputs since the
     * newest.
     *
     * @param channel a channel for the snapshots alone
     * @param everyInputs how many inputs lie between two of them, at least 1
     * @return the component
     */
    public ComponentSpec snapshots(String channel, long everyInputs) {
        SnapshotSpec spec = new SnapshotSpec(channel, everyInputs);
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                Optional.of(spec),
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component with former names: data under these names belongs to it.
     *
     * @param names its former names; they stay as long as data of that time exists
     * @return the component
     */
    public ComponentSpec formerly(String... names) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                snapshots,
                List.of(names),
                startAt,
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component beginning at this position in channels that it has never read and that have lost their
     * first messages.
     *
     * @param position where
     * @return the component
     */
    public ComponentSpec startAt(StartAt position) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                Optional.of(position),
                priority,
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component with inputs whose calls overtake those of its others, up to 64 in a row.
     *
     * @param channels some of the channels that it reads
     * @return the component
     */
    public ComponentSpec priority(String... channels) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                List.of(channels),
                host,
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same component with other bounds for what it remembers of clients that it answers.
     *
     * @param bounds the bounds
     * @return the component
     */
    public ComponentSpec answers(AnswerSpec bounds) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                giveUpAfter,
                Optional.of(bounds));
    }

    /**
     * Returns the same component on a host.
     *
     * @param name the name of the host
     * @return the component
     */
    public ComponentSpec onHost(String name) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                Optional.of(name),
                giveUpAfter,
                answers);
    }

    /**
     * Returns the same gateway with another time after which it gives up.
     *
     * @param away how long its other side may be away before the run ends, more than 0
     * @return the component
     */
    public ComponentSpec giveUpAfter(Duration away) {
        return new ComponentSpec(
                className,
                reads,
                writes,
                arguments,
                types,
                onError,
                snapshots,
                formerly,
                startAt,
                priority,
                host,
                Optional.of(away),
                answers);
    }
}
