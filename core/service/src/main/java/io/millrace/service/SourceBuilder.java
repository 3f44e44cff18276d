package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Source;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Describes the service of an external source; {@link #create} makes it. */
public final class SourceBuilder {

    final String name;
    ServiceNames names;
    StartGate gate = new StartGate();
    Channel output;
    Rate rate = Rate.UNLIMITED;
    EpochClock clock = EpochClock.system();
    int batch = 64;
    ErrorHandler errorHandler = ErrorHandler.log();

    /** Null where the source does not read an order. */
    OrderClock order;

    List<Channel> proposals = List.of();

    SourceBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
        this.names = ServiceNames.of(name);
    }

    /** Sets the channel to write. */
    public SourceBuilder writes(Channel channel) {
        output = Objects.requireNonNull(channel, "channel");
        return this;
    }

    /**
     * Sets former names of this service, so that it continues what it has done under them. They stay as long as data of
     * that time exists.
     */
    public SourceBuilder formerly(String... formerNames) {
        names = names.withFormerly(formerNames);
        return this;
    }

    /** Sets the names of the other services of the same topology, whose positions are not those of this service. */
    public SourceBuilder besides(Set<String> services) {
        names = names.withOthers(services);
        return this;
    }

    /** Sets a gate that several services share: none takes new inputs before all of them are able to. */
    public SourceBuilder gate(StartGate shared) {
        gate = Objects.requireNonNull(shared, "shared");
        return this;
    }

    /** Sets how many items are sent in a second; as fast as can be where nothing is said. */
    public SourceBuilder rate(Rate itemsPerSecond) {
        rate = Objects.requireNonNull(itemsPerSecond, "itemsPerSecond");
        return this;
    }

    /** Sets the clock that tells when items are taken and due. */
    public SourceBuilder clock(EpochClock epochClock) {
        clock = Objects.requireNonNull(epochClock, "epochClock");
        return this;
    }

    /**
     * Sets that the source is an {@link OrderedSource}, whose entries have their own times.
     *
     * @param orderClock the clock of the channel that is written, of which this source is the only writer
     */
    public SourceBuilder ordered(OrderClock orderClock) {
        order = Objects.requireNonNull(orderClock, "orderClock");
        return this;
    }

    /** Sets the channels whose calls an {@link OrderedSource} is to bring into its order. */
    public SourceBuilder proposals(Channel... channels) {
        proposals = List.of(channels);
        return this;
    }

    /** Sets how many items one poll takes at most; 64 where nothing is said. */
    public SourceBuilder batch(int itemsPerPoll) {
        if (itemsPerPoll < 1) {
            throw new ServiceException("a poll takes one item at least service=" + name + " batch=" + itemsPerPoll);
        }
        batch = itemsPerPoll;
        return this;
    }

    /**
     * Sets what is told of records that are no calls, and of the other side being away; {@link ErrorHandler#log()} by
     * default.
     */
    public SourceBuilder errorHandler(ErrorHandler handler) {
        errorHandler = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /** Returns the name by which histories know the items of this source: the name of the service. */
    Source external() {
        return Source.external(name);
    }

    /**
     * Makes the source and the service around it.
     *
     * @param factory makes the source
     * @throws ServiceException where something is missing or does not fit
     */
    public ServiceTask create(ComponentFactory<? extends ExternalSource> factory) {
        return SourceService.create(this, factory);
    }
}
