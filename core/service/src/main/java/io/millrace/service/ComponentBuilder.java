package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochClock;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Describes a component service; {@link #create} makes it. */
public final class ComponentBuilder {

    final String name;
    ServiceNames names;
    FormerQueues queues = FormerQueues.NONE;
    Map<String, Path> formerJournals = Map.of();
    Optional<StartAt> startAt = Optional.empty();
    StartGate gate = new StartGate();
    EndGate end = EndGate.NONE;
    Set<String> priority = Set.of();
    boolean leavesGate;
    List<Channel> inputs = List.of();
    Channel output;
    WireTypes types = WireTypes.none();
    ErrorPolicy onError = ErrorPolicy.STOP;
    ErrorHandler errorHandler = ErrorHandler.log();
    EpochClock clock = EpochClock.system();
    Skips skips;
    Allowances allowances;
    Upgrades upgrades;
    Channel snapshots;
    long snapshotEvery;
    int batch = 64;
    AnswerLimits answerLimits = AnswerLimits.defaults();
    Duration queryBudget = Duration.ofMillis(100);

    /** Null where the component is not part of an order. */
    OrderClock order;

    ComponentBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
        this.names = ServiceNames.of(name);
    }

    /** Sets the channels to read, one or more; of calls that are ready in several the one written first is taken. */
    public ComponentBuilder reads(Channel... channels) {
        inputs = List.of(channels);
        return this;
    }

    /** Sets the channel to write; a component that writes nothing still needs one, for its position in its inputs. */
    public ComponentBuilder writes(Channel channel) {
        output = Objects.requireNonNull(channel, "channel");
        return this;
    }

    /**
     * Sets former names of this service, so that it continues what it has done under them. They stay as long as data of
     * that time exists.
     */
    public ComponentBuilder formerly(String... formerNames) {
        names = names.withFormerly(formerNames);
        return this;
    }

    /** Sets the names of the other services of the same topology, whose positions are not those of this service. */
    public ComponentBuilder besides(Set<String> services) {
        names = names.withOthers(services);
        return this;
    }

    /** Sets a gate that several services share: none takes new inputs before all of them are able to. */
    public ComponentBuilder gate(StartGate shared) {
        gate = Objects.requireNonNull(shared, "shared");
        return this;
    }

    /**
     * Sets inputs whose calls overtake those of the others, such as cancellations; none where nothing is said. Of 65
     * inputs taken while both wait, 64 have priority. The order in which inputs are taken is recorded as ever.
     *
     * @param channels the names of channels that are read
     */
    public ComponentBuilder priority(Set<String> channels) {
        priority = Set.copyOf(channels);
        return this;
    }

    /** Sets what ends together the services of a cycle, each of which reads what another one writes. */
    public ComponentBuilder end(EndGate shared) {
        end = Objects.requireNonNull(shared, "shared");
        return this;
    }

    /** Sets where to begin in inputs that were never read and have lost their first messages; an error if not set. */
    public ComponentBuilder startAt(StartAt place) {
        startAt = Optional.of(place);
        return this;
    }

    /**
     * Lets the service leave the gate when a queue that it reads is full: a service that shares a queue would otherwise
     * block its other readers.
     */
    public ComponentBuilder leavesGateWhenFull() {
        leavesGate = true;
        return this;
    }

    /** Sets the names that queues had before, by their present names: an output knows a queue by its name alone. */
    public ComponentBuilder formerQueues(Map<String, List<String>> formerNames) {
        queues = FormerQueues.of(formerNames);
        return this;
    }

    /**
     * Sets the directories of the journals that queues were before, by the names of the queues: outputs that were made
     * from a journal name its calls by their indexes in it.
     */
    public ComponentBuilder formerJournals(Map<String, Path> directories) {
        formerJournals = Map.copyOf(directories);
        return this;
    }

    /** Sets additional types that may be read, which the interfaces do not name. */
    public ComponentBuilder types(WireTypes allowed) {
        types = Objects.requireNonNull(allowed, "allowed");
        return this;
    }

    /** Sets what happens when the component throws; {@link ErrorPolicy#STOP} where nothing is said. */
    public ComponentBuilder onError(ErrorPolicy policy) {
        onError = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /** Sets what is told of recorded errors; {@link ErrorHandler#log()} where nothing is said. */
    public ComponentBuilder errorHandler(ErrorHandler handler) {
        errorHandler = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the orders by which inputs are skipped; none where nothing is said. They are read by {@link #create}.
     */
    public ComponentBuilder skips(Skips orders) {
        skips = Objects.requireNonNull(orders, "orders");
        return this;
    }

    /**
     * Sets the orders by which calls of principals are taken again; none where nothing is said. They are read by {@link
     * #create}.
     */
    public ComponentBuilder allowances(Allowances orders) {
        allowances = Objects.requireNonNull(orders, "orders");
        return this;
    }

    /**
     * Sets the orders by which another version of the component goes live; none where nothing is said. They are read by
     * {@link #create}.
     */
    public ComponentBuilder upgrades(Upgrades orders) {
        upgrades = Objects.requireNonNull(orders, "orders");
        return this;
    }

    /** Sets the clock that tells when inputs are taken. */
    public ComponentBuilder clock(EpochClock epochClock) {
        clock = Objects.requireNonNull(epochClock, "epochClock");
        return this;
    }

    /**
     * Sets where the state is written, for a component that implements {@link Snapshotting}.
     *
     * @param channel a channel for the snapshots alone
     * @param everyInputs how many inputs lie between two snapshots, at least 1
     */
    public ComponentBuilder snapshots(Channel channel, long everyInputs) {
        if (everyInputs < 1) {
            throw new ServiceException(
                    "a snapshot needs inputs before it service=" + name + " everyInputs=" + everyInputs);
        }
        snapshots = Objects.requireNonNull(channel, "channel");
        snapshotEvery = everyInputs;
        return this;
    }

    /**
     * Sets that the component is part of an order: it reads one channel, which an {@link OrderedSource} writes or
     * another component of the order. Time then passes with the messages alone: what is due at a time is called before
     * the first message that is later than it. Where the input is {@code SYNCED}, what is not synced is not read yet,
     * so that a loss of power takes no input whose outputs are there.
     *
     * @param orderClock the clock of the channel that is written
     */
    public ComponentBuilder ordered(OrderClock orderClock) {
        order = Objects.requireNonNull(orderClock, "orderClock");
        return this;
    }

    /** Sets how many inputs one poll takes at most; 64 where nothing is said. */
    public ComponentBuilder batch(int inputsPerPoll) {
        if (inputsPerPoll < 1) {
            throw new ServiceException("a poll takes one input at least service=" + name + " batch=" + inputsPerPoll);
        }
        batch = inputsPerPoll;
        return this;
    }

    /** Sets how much the component remembers of its clients; {@link AnswerLimits#defaults} where nothing is said. */
    public ComponentBuilder answers(AnswerLimits limits) {
        answerLimits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Sets how long a query may take; 100 ms where nothing is said. One that takes longer is named in the health of the
     * service, and no further ones are accepted meanwhile.
     */
    public ComponentBuilder queryBudget(Duration budget) {
        if (budget.isNegative() || budget.isZero()) {
            throw new ServiceException("a query needs some time service=" + name + " queryBudget=" + budget);
        }
        queryBudget = budget;
        return this;
    }

    /**
     * Creates the component and the service around it. The restart itself happens in the polls.
     *
     * @param factory makes the component, which implements the interfaces whose calls it takes
     * @throws ServiceException where something is missing or does not fit
     */
    public ServiceTask create(ComponentFactory<?> factory) {
        return ComponentService.create(this, factory);
    }
}
