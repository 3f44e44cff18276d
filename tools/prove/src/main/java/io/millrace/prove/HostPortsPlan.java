package io.millrace.prove;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Where the components of a {@link PortsPlan} run in a round of {@link HostsProof}: the desk and its timer on the host
 * with a spare, with the server for clients; the source and the gateway there or on the other host, which watches what
 * the desk says.
 *
 * @param feed the number of the host of the source
 * @param gateway the number of the host of the gateway
 * @param idle what threads do that have no work, as a topology names it
 */
record HostPortsPlan(int feed, int gateway, String idle) implements HostLayout {

    /** The machines: the host with a spare, the other host, and the spare. */
    static final List<String> MACHINES = List.of("a", "b", "s");

    private static final int DESK = 0;
    private static final int OTHER = 1;
    private static final int SPARE = 2;
    private static final int OF_GATEWAYS = 3;
    private static final int MOST_MESSAGES = 80;
    private static final String RESULTS = "results";

    /** Returns the plan of a random number. */
    static HostPortsPlan of(SplittableRandom random) {
        return new HostPortsPlan(
                random.nextBoolean() ? DESK : OTHER,
                random.nextInt(OF_GATEWAYS) < OF_GATEWAYS - 1 ? DESK : OTHER,
                HostMachines.idle(random));
    }

    /** Returns the number of the machine of the spare. */
    static int spare() {
        return SPARE;
    }

    /** Returns the number of the machine of the host that watches. */
    static int other() {
        return OTHER;
    }

    /** Returns the name of the host of each component. */
    Map<String, String> hosts() {
        return Map.of(
                "desk",
                MACHINES.get(DESK),
                "feed",
                MACHINES.get(feed),
                "database",
                MACHINES.get(gateway),
                "watch",
                MACHINES.get(OTHER));
    }

    private Map<String, Integer> owners() {
        return Map.of(
                "readings",
                feed,
                PortsPlan.CALLS,
                DESK,
                PortsPlan.EVENTS,
                DESK,
                RESULTS,
                gateway,
                "ticks",
                DESK,
                PortsPlaces.SEEN,
                OTHER);
    }

    @Override
    public int sparedHost() {
        return DESK;
    }

    @Override
    public int ownerOf(String channel) {
        return owners().get(channel);
    }

    @Override
    public List<String> writtenOn(int host) {
        return owners().entrySet().stream()
                .filter(channel -> channel.getValue() == host)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    @Override
    public List<String> inputsOf(String channel) {
        return switch (channel) {
            case PortsPlan.EVENTS -> List.of("readings", PortsPlan.CALLS, RESULTS, "ticks");
            case RESULTS, "ticks", PortsPlaces.SEEN -> List.of(PortsPlan.EVENTS);
            default -> List.of();
        };
    }

    @Override
    public List<String> read(int writer, int reader) {
        return writtenOn(writer).stream()
                .filter(channel -> owners().entrySet().stream()
                        .anyMatch(made -> made.getValue() == reader
                                && inputsOf(made.getKey()).contains(channel)))
                .toList();
    }

    @Override
    public String requests() {
        return PortsPlan.EVENTS;
    }

    @Override
    public boolean isRequest(String method) {
        return method.equals("executeUpdate");
    }

    @Override
    public String results() {
        return RESULTS;
    }

    @Override
    public boolean isSlow() {
        return false;
    }

    @Override
    public int mostMessages() {
        return MOST_MESSAGES;
    }
}
