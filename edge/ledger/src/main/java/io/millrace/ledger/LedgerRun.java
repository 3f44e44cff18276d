package io.millrace.ledger;

import io.millrace.service.CloseAll;
import io.millrace.topology.HealthState;
import io.millrace.topology.MeterSource;
import io.millrace.topology.RunPhase;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.SectionRun;
import io.millrace.topology.SectionState;
import io.millrace.topology.StatusView;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The section {@code ledger} in a run, which is a seat. Where the run was not told its seat, it opens a further run of
 * the topology for each of the other seats, without other sections, with its data in a folder of the seat's name.
 */
final class LedgerRun implements SectionRun {
    private final LedgerSpec spec;
    private final SectionContext context;
    private final Path directory;
    private final int seat;
    private final boolean isAlone;
    private final List<RunningTopology> others = new CopyOnWriteArrayList<>();
    private volatile LedgerConfig config;
    private volatile Optional<LedgerSource> source = Optional.empty();

    LedgerRun(LedgerSpec spec, SectionContext context) {
        this.spec = spec;
        this.context = context;
        this.directory = context.path(spec.directory(), "directory");
        this.seat = LedgerSection.seat(context.whole(), context.parameters());
        this.isAlone = context.parameters().containsKey(LedgerSection.SEAT);
    }

    @Override
    public void start(RunPhase phase) {
        switch (phase) {
            case BEFORE_CHANNELS -> {
                if (!isAlone && !Files.exists(directory.resolve(LedgerConfig.FILE))) {
                    LedgerConfig.init(directory, addresses(), System.currentTimeMillis());
                }
            }
            case BEFORE_SERVICES ->
                source =
                        context.components(LedgerSource.class).values().stream().findFirst();
            case AFTER_SERVICES -> {
                if (!isAlone) {
                    startOthers();
                }
            }
        }
    }

    private List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < spec.seats(); i++) {
            addresses.add("127.0.0.1:" + (spec.port() + i));
        }
        return addresses;
    }

    private void startOthers() {
        Topology topology = context.whole().withOnly(LedgerSpec.class);
        try {
            for (int other = 0; other < config().seats().size(); other++) {
                if (other != seat) {
                    Path data = context.dataDirectory()
                            .resolve(config().seats().get(other).name());
                    RunningTopology run = TopologyRunner.open(topology, context.furtherRun(data, parameters(other)));
                    others.add(run);
                    run.start();
                }
            }
        } catch (RuntimeException | Error e) {
            try {
                closeOthers();
            } catch (RuntimeException | Error closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** Returns the parameters of another seat: those of this one, also where they name its data directory. */
    private Map<String, String> parameters(int other) {
        Map<String, String> values = new HashMap<>(context.parameters());
        context.whole().parameters().forEach((name, parameter) -> {
            if (parameter.defaultValue().filter(text -> text.contains("${")).isPresent()) {
                values.putIfAbsent(name, context.substitute("${" + name + "}"));
            }
        });
        values.put(LedgerSection.SEAT, Integer.toString(other));
        return values;
    }

    @Override
    public void stopping() {
        others.forEach(RunningTopology::stop);
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase == RunPhase.AFTER_SERVICES) {
            closeOthers();
        }
    }

    private void closeOthers() {
        others.forEach(RunningTopology::stop);
        CloseAll.run(others.reversed().stream().<Runnable>map(run -> run::close).toList());
    }

    /** Returns the seats that run here, in the order of their numbers. */
    List<LedgerSource> seats() {
        List<LedgerSource> seats = new ArrayList<>();
        source.ifPresent(seats::add);
        others.forEach(run -> run.section(LedgerRun.class).ifPresent(other -> seats.addAll(other.seats())));
        seats.sort((one, other) -> Integer.compare(one.seat(), other.seat()));
        return seats;
    }

    /** Returns what all seats have in common, once the ledger is made. */
    private LedgerConfig config() {
        LedgerConfig read = config;
        if (read == null) {
            read = LedgerConfig.read(directory);
            config = read;
        }
        return read;
    }

    /** Returns the names of all seats, in the order of their numbers, once the ledger is made. */
    List<String> names() {
        return config().seats().stream().map(LedgerConfig.Place::name).toList();
    }

    /** Returns the names of the seats that run here. */
    List<String> namesHere() {
        List<String> names = names();
        return isAlone ? List.of(names.get(seat)) : names;
    }

    @Override
    public List<MeterSource> meters() {
        return List.of(_ -> new SeatMeters(this));
    }

    @Override
    public List<StatusView> views() {
        return List.of(new LedgerView(this));
    }

    @Override
    public Optional<String> announcement() {
        return Optional.of(seats().stream().map(LedgerSource::name).toList() + " of " + directory);
    }

    @Override
    public Optional<SectionHealth> health() {
        boolean isDegraded = others.stream().anyMatch(run -> run.health().state() == HealthState.DEGRADED);
        SectionHealth health = SectionHealth.of(isDegraded ? SectionState.DEGRADED : SectionState.RUNNING);
        for (LedgerSource each : seats()) {
            health = health.with(each.name(), each.status());
        }
        return Optional.of(health);
    }
}
