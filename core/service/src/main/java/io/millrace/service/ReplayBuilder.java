package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.wire.WireTypes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Describes a replay: a component is called with its recorded inputs in the recorded order, and what it writes is
 * compared with the recorded output, as a restart does; {@link #run} makes it. Nothing is written, the component may be
 * another version of the one that wrote the output, and the channels may be in use by other processes.
 *
 * <pre>{@code
 * ReplayReport report = Service.replay("bar-builder")
 *         .reads(Channel.readOnly(data.resolve("trades")))
 *         .comparesWith(Channel.readOnly(data.resolve("bars")))
 *         .run(outputs -> new BarBuilder(outputs.as(Bars.class)));
 * assertTrue(report.isEqual(), report::toString);
 * }</pre>
 *
 * <p>The outputs of an input are compared as a group: a call that is added or missing does not shift those of the next
 * input. A call is the same if its method and arguments are, or if the classes of the component read the recorded
 * call, with aliases and defaults, as exactly the call that it writes. Error records are the same whatever their text.
 */
public final class ReplayBuilder {

    /** How many differences are kept and passed on where nothing is said. */
    public static final int DEFAULT_LIMIT = 20;

    final String name;
    List<Channel> inputs = List.of();
    Channel output;
    Optional<Channel> snapshots = Optional.empty();
    WireTypes types = WireTypes.none();
    AnswerLimits answerLimits = AnswerLimits.defaults();
    ErrorPolicy onError = ErrorPolicy.STOP;
    Optional<ReplayPosition> from = Optional.empty();
    Optional<ReplayPosition> to = Optional.empty();
    int limit = DEFAULT_LIMIT;
    ReplayListener listener = ReplayListener.NONE;

    ReplayBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** Sets the channels that the component has read, each a journal. */
    public ReplayBuilder reads(Channel... channels) {
        inputs = List.of(channels);
        return this;
    }

    /** Sets the channel that the component has written, a journal. */
    public ReplayBuilder comparesWith(Channel channel) {
        output = Objects.requireNonNull(channel, "channel");
        return this;
    }

    /**
     * Sets the channel of snapshots of a component that implements {@link Snapshotting}. A replay begins at the newest
     * snapshot before the position of {@link #from}; where retention has removed the beginning, at the oldest one.
     */
    public ReplayBuilder snapshots(Channel channel) {
        snapshots = Optional.of(channel);
        return this;
    }

    /** Sets additional types that may be read and written, which the interfaces do not name. */
    public ReplayBuilder types(WireTypes allowed) {
        types = Objects.requireNonNull(allowed, "allowed");
        return this;
    }

    /** Sets how much the component remembers of its clients; the same as in the run. */
    public ReplayBuilder answers(AnswerLimits limits) {
        answerLimits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Sets what happens when the component throws; {@link ErrorPolicy#STOP} where nothing is said: a difference, which
     * ends the replay. With {@link ErrorPolicy#RECORD} its error record is compared.
     */
    public ReplayBuilder onError(ErrorPolicy policy) {
        onError = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Sets the message, of an input or of the output, at which the comparison begins. Where none is set, it begins at
     * the newest mark of an {@link Upgrade} in the output, since what is before it was written by another version; and
     * at the first message where there is no mark.
     */
    public ReplayBuilder from(ReplayPosition position) {
        from = Optional.of(position);
        return this;
    }

    /** Sets the message, of an input or of the output, after which the replay ends; the last where none is set. */
    public ReplayBuilder to(ReplayPosition position) {
        to = Optional.of(position);
        return this;
    }

    /**
     * Sets how many differences are kept and passed on; the others are counted.
     *
     * @param differences how many, 0 to 1,000,000
     */
    public ReplayBuilder limit(int differences) {
        if (differences < 0 || differences > 1_000_000) {
            throw new ServiceException(
                    "a replay keeps 0 to 1000000 differences service=" + name + " limit=" + differences);
        }
        limit = differences;
        return this;
    }

    /** Sets what follows the replay while it runs. */
    public ReplayBuilder listener(ReplayListener follower) {
        listener = Objects.requireNonNull(follower, "follower");
        return this;
    }

    /**
     * Runs the replay in this thread, up to the end that the output has now.
     *
     * @param factory makes the component, which is closed at the end if it is {@link AutoCloseable}
     * @throws ServiceException where the component cannot be replayed, or an input is not there any more
     */
    public ReplayReport run(ComponentFactory<?> factory) {
        return ReplayRun.run(this, factory);
    }
}
