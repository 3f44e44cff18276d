package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochClock;
import io.millrace.journal.Durability;
import io.millrace.wire.WireTypes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Describes the service of a gateway; {@link #create} makes it. */
public final class GatewayBuilder {

    final String name;
    ServiceNames names;
    String topology = "";
    Optional<StartAt> startAt = Optional.empty();
    StartGate gate = new StartGate();
    EndGate end = EndGate.NONE;
    Set<String> priority = Set.of();
    List<Channel> inputs = List.of();
    Channel output;
    WireTypes types = WireTypes.none();
    EpochClock clock = EpochClock.system();
    /** Empty where the gateway says it. */
    OptionalInt batch = OptionalInt.empty();

    ErrorPolicy onError = ErrorPolicy.STOP;
    ErrorHandler errorHandler = ErrorHandler.log();
    Skips skips;
    Duration giveUpAfter = Duration.ofSeconds(60);

    GatewayBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
        this.names = ServiceNames.of(name);
    }

    /** Sets the channels of requests, one or more, each of durability {@code SYNCED}. */
    public GatewayBuilder reads(Channel... channels) {
        inputs = List.of(channels);
        return this;
    }

    /** Sets the channel of outcomes. */
    public GatewayBuilder writes(Channel channel) {
        output = Objects.requireNonNull(channel, "channel");
        return this;
    }

    /**
     * Sets former names of this service, so that it continues what it has done under them. They stay as long as data of
     * that time exists.
     */
    public GatewayBuilder formerly(String... formerNames) {
        names = names.withFormerly(formerNames);
        return this;
    }

    /** Sets the names of the other services of the same topology, whose positions are not those of this service. */
    public GatewayBuilder besides(Set<String> services) {
        names = names.withOthers(services);
        return this;
    }

    /** Sets the name of the topology, a part of {@link GatewayContext#identity}; none where nothing is said. */
    public GatewayBuilder topology(String itsName) {
        topology = Objects.requireNonNull(itsName, "itsName");
        return this;
    }

    /** Sets a gate that several services share: none takes new inputs before all of them are able to. */
    public GatewayBuilder gate(StartGate shared) {
        gate = Objects.requireNonNull(shared, "shared");
        return this;
    }

    /**
     * Sets inputs whose calls overtake those of the others, such as cancellations; none where nothing is said. Of 65
     * inputs taken while both wait, 64 have priority. The order in which inputs are taken is recorded as ever.
     *
     * @param channels the names of channels that are read
     */
    public GatewayBuilder priority(Set<String> channels) {
        priority = Set.copyOf(channels);
        return this;
    }

    /** Sets what ends together the services of a cycle, each of which reads what another one writes. */
    public GatewayBuilder end(EndGate shared) {
        end = Objects.requireNonNull(shared, "shared");
        return this;
    }

    /** Sets where to begin in inputs that were never read and have lost their first messages; an error if not set. */
    public GatewayBuilder startAt(StartAt place) {
        startAt = Optional.of(place);
        return this;
    }

    /** Sets additional types that may be read and written, which the interfaces do not name. */
    public GatewayBuilder types(WireTypes allowed) {
        types = Objects.requireNonNull(allowed, "allowed");
        return this;
    }

    /** Sets the clock that tells when requests are taken, and that times the waiting for the other side. */
    public GatewayBuilder clock(EpochClock epochClock) {
        clock = Objects.requireNonNull(epochClock, "epochClock");
        return this;
    }

    /** Sets how many requests are committed together at most; {@link Gateway#batch} where nothing is said. */
    public GatewayBuilder batch(int requests) {
        if (requests < 1) {
            throw new ServiceException("a batch has one request at least service=" + name + " batch=" + requests);
        }
        batch = OptionalInt.of(requests);
        return this;
    }

    /** Sets what happens when the gateway throws on a request; {@link ErrorPolicy#STOP} where nothing is said. */
    public GatewayBuilder onError(ErrorPolicy policy) {
        onError = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Sets what is told of recorded errors, of refused requests, and of the other side being away; {@link
     * ErrorHandler#log()} by default.
     */
    public GatewayBuilder errorHandler(ErrorHandler handler) {
        errorHandler = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the orders by which requests are passed over; none where nothing is said. They are read by {@link
     * #create}.
     */
    public GatewayBuilder skips(Skips orders) {
        skips = Objects.requireNonNull(orders, "orders");
        return this;
    }

    /** Sets how long the other side may be away before the service stops; 60 s where nothing is said. */
    public GatewayBuilder giveUpAfter(Duration duration) {
        giveUpAfter = Objects.requireNonNull(duration, "duration");
        return this;
    }

    /**
     * Makes the gateway and the service around it.
     *
     * @param factory makes the gateway
     * @throws ServiceException where something is missing or does not fit
     */
    public ServiceTask create(ComponentFactory<? extends Gateway> factory) {
        return GatewayService.create(this, factory);
    }

    /** Throws {@link ServiceException} where inputs or output are missing, or may lose what was acted upon. */
    void check() {
        if (inputs.isEmpty() || output == null || output.journal().isEmpty()) {
            throw new ServiceException("a gateway needs inputs and an output that keeps its outcomes service=" + name
                    + " inputs=" + inputs.size() + " output="
                    + (output == null ? "none" : output.name()));
        }
        for (Channel input : inputs) {
            Durability durability = input.durability().orElse(null);
            if (durability != Durability.SYNCED) {
                throw new ServiceException(
                        "a gateway acts on the outside world, so what it reads must survive power loss service="
                                + name + " input=" + input.name() + " durability="
                                + (durability == null ? "none" : durability)
                                + " needed="
                                + Durability.SYNCED);
            }
        }
    }
}
