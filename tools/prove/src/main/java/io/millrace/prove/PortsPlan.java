package io.millrace.prove;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What happens in a round of {@link PortsProof}, apart from kills: it follows from the seed, and so does everything
 * that the topology makes of it.
 *
 * @param calls the calls of each client, in order
 * @param alarms how many alarms there are
 * @param snapshots after how many inputs components write snapshots; 0 for none
 */
record PortsPlan(List<List<Call>> calls, int alarms, int snapshots) {

    /** The tables of the database. */
    static final List<String> TABLES = List.of("raised", "acknowledged");

    /** The channel that clients append to. */
    static final String CALLS = "calls";

    /** The channel that clients follow, which has the answers. */
    static final String EVENTS = "events";

    private static final int FEWEST_ALARMS = 12;
    private static final int MORE_ALARMS = 12;
    private static final int CALLS_OF_A_CLIENT = 120;
    private static final int MOST_FAILURES = 3;
    private static final int MOST_AMOUNT = 100;
    private static final int SNAPSHOTS_EVERY = 60;
    private static final int PERCENT = 100;
    private static final int NOTES = 30;
    private static final int QUERIES = 55;
    private static final int REFUSALS = 60;
    private static final int FAILURES = 63;

    /** What a client does. */
    enum Kind {
        NOTE,
        ADD,
        ACKNOWLEDGE,
        QUERY
    }

    /** A call of a client, with its amount, the number of its alarm or of its note. */
    record Call(Kind kind, long value) {}

    /** Returns the plan of a random number. */
    static PortsPlan of(SplittableRandom random, int clients) {
        int alarms = FEWEST_ALARMS + random.nextInt(MORE_ALARMS);
        List<List<Call>> calls = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            calls.add(calls(random, client, clients, alarms));
        }
        return new PortsPlan(List.copyOf(calls), alarms, random.nextBoolean() ? SNAPSHOTS_EVERY : 0);
    }

    private static List<Call> calls(SplittableRandom random, int client, int clients, int alarms) {
        List<Call> calls = new ArrayList<>();
        int failures = 0;
        for (long number = 1; number <= CALLS_OF_A_CLIENT; number++) {
            int kind = random.nextInt(PERCENT);
            if (kind < NOTES) {
                calls.add(new Call(Kind.NOTE, number));
            } else if (kind < QUERIES) {
                calls.add(new Call(Kind.QUERY, 0));
            } else if (kind < REFUSALS) {
                calls.add(new Call(Kind.ADD, -number));
            } else if (kind < FAILURES && failures++ < MOST_FAILURES) {
                calls.add(new Call(Kind.ADD, 0));
            } else {
                calls.add(new Call(Kind.ADD, 1 + random.nextInt(MOST_AMOUNT)));
            }
        }
        int at = 0;
        for (int alarm = client + 1; alarm <= alarms; alarm += clients) {
            at += 1 + random.nextInt(Math.max(1, (calls.size() - at) / 4));
            calls.add(Math.min(at, calls.size()), new Call(Kind.ACKNOWLEDGE, alarm));
        }
        return List.copyOf(calls);
    }

    /** Returns the name by which a client calls. */
    static String caller(int client) {
        return "client-" + client;
    }

    /** Returns how many events there will be. */
    int events() {
        long notes = calls.stream()
                .flatMap(List::stream)
                .filter(call -> call.kind() == Kind.NOTE)
                .count();
        return (int) notes + 4 * alarms;
    }

    /** Returns how many calls and queries there will be. */
    int size() {
        return calls.stream().mapToInt(List::size).sum();
    }

    /**
     * Returns the topology.
     *
     * @param hosts where it runs, and at which ports
     */
    String topology(PortsPlaces hosts) {
        String snapshotChannels = snapshots == 0 ? "" : """
                  desk-snapshots: {roll: {size: 64KiB}}
                  timer-snapshots: {roll: {size: 64KiB}}
                """;
        return """
                name: ports
                %schannels:
                  readings: {roll: {size: 64KiB}}
                  calls: {ownership: SHARED, durability: SYNCED, roll: {size: 64KiB}%s}
                  events: {durability: SYNCED, roll: {size: 64KiB}}
                  results: {roll: {size: 64KiB}}
                  ticks: {roll: {size: 64KiB}}
                %s%scomponents:
                  feed: {class: %s, writes: readings, arguments: {count: "%d"}%s}
                  desk: {class: %s, reads: [calls, readings, results, ticks], writes: events%s%s}
                  timer: {class: io.millrace.service.Timer, reads: [events], writes: ticks%s%s}
                  database:
                    class: io.millrace.jdbc.JdbcGateway
                    reads: [events]
                    writes: results
                    arguments:
                      url: "%s"
                      setup:
                        - "create table if not exists raised (alarm bigint not null, reading bigint not null)"
                        - "create table if not exists acknowledged (alarm bigint not null, caller varchar(100))"
                      resultTypes: []
                %s%sthreads:
                  feed: {runs: [feed], idle: %s}
                  desk: {runs: [desk, timer], idle: %s}
                  database: {runs: [database], idle: %s}
                %sclients: {port: %d, hosts: [%s], tcpPort: %d, follow: [events], append: [calls]%s}
                console: {port: %d%s}
                telemetry: {prometheus: {}%s}
                """.formatted(
                        hosts.hosts(),
                        hosts.on("desk"),
                        hosts.watchedChannel(),
                        snapshotChannels,
                        PortFeed.class.getName(),
                        alarms * PortFeed.PERIOD,
                        hosts.on("feed"),
                        PortDesk.class.getName(),
                        snapshots("desk-snapshots"),
                        hosts.on("desk"),
                        snapshots("timer-snapshots"),
                        hosts.on("desk"),
                        hosts.database(),
                        hosts.line("database"),
                        hosts.watcher(),
                        hosts.idle(),
                        hosts.idle(),
                        hosts.idle(),
                        hosts.watchingThread(),
                        hosts.web(),
                        hosts.proxies(),
                        hosts.tcp(),
                        hosts.on("desk"),
                        hosts.console(),
                        hosts.on("desk"),
                        hosts.on("desk"));
    }

    private String snapshots(String channel) {
        return snapshots == 0 ? "" : ", snapshots: {channel: " + channel + ", every: " + snapshots + "}";
    }
}
