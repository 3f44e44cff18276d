package io.millrace.prove;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The topology of a round of {@link HostsProof}: a source, some components in a chain, and a gateway that makes a row
 * of what the last of them writes.
 *
 * @param owners the channels with the number of the host that writes each
 * @param steps how many channels of steps there are
 * @param gateway the number of the host of the gateway
 * @param spared the number of the host that has a spare; empty where none has
 * @param pauseMs how long a component of the host with a spare takes for a step, so that others end before it; 0 where
 *     it need not
 * @param idle what threads do that have no work, as a topology names it
 */
record HostsPlan(
        SequencedMap<String, Integer> owners, int steps, int gateway, OptionalInt spared, int pauseMs, String idle)
        implements HostLayout {

    /** The name of the spare. */
    static final String SPARE = "s";

    private static final int FEWEST_STEPS = 3;
    private static final int MORE_STEPS = 4;
    private static final String SOURCE = "c0";
    private static final int MOST_MESSAGES = 1_000;
    /** Longer than the source takes for a message. */
    private static final int PAUSE_MS = 6;

    /** The channel of the requests to the database. */
    static final String REQUESTS = "requests";

    /** The channel of what the database answers. */
    static final String RESULTS = "results";

    /** Returns the plan of a random number. A host with a spare has more to lose: often what is made of its own. */
    static HostsPlan of(SplittableRandom random, int hosts) {
        int steps = FEWEST_STEPS + random.nextInt(MORE_STEPS);
        OptionalInt spared = random.nextBoolean() ? OptionalInt.of(random.nextInt(hosts)) : OptionalInt.empty();
        SequencedMap<String, Integer> owners = new LinkedHashMap<>();
        for (int step = 0; step < steps; step++) {
            owners.put("c" + step, step < hosts ? step : owner(random, hosts, spared));
        }
        int gateway = owner(random, hosts, spared);
        owners.put(REQUESTS, owner(random, hosts, spared));
        owners.put(RESULTS, gateway);
        boolean isSlow = spared.isPresent() && endsBefore(owners, spared.getAsInt()) && random.nextBoolean();
        return new HostsPlan(owners, steps, gateway, spared, isSlow ? PAUSE_MS : 0, HostMachines.idle(random));
    }

    /** Returns whether some host needs nothing of a host of steps, so that it may end before that one. */
    private static boolean endsBefore(SequencedMap<String, Integer> owners, int host) {
        List<Integer> inOrder = List.copyOf(owners.values());
        int first = inOrder.indexOf(host);
        boolean makesSteps = first >= 0 && first < inOrder.size() - 1;
        return makesSteps && inOrder.stream().anyMatch(other -> inOrder.lastIndexOf(other) < first);
    }

    @Override
    public boolean isSlow() {
        return pauseMs > 0;
    }

    @Override
    public int mostMessages() {
        return MOST_MESSAGES;
    }

    @Override
    public int sparedHost() {
        return spared.orElseThrow();
    }

    @Override
    public int ownerOf(String channel) {
        return owners.get(channel);
    }

    @Override
    public List<String> inputsOf(String channel) {
        return inputOf(channel).stream().toList();
    }

    @Override
    public String requests() {
        return REQUESTS;
    }

    @Override
    public boolean isRequest(String method) {
        return true;
    }

    @Override
    public String results() {
        return RESULTS;
    }

    private static int owner(SplittableRandom random, int hosts, OptionalInt spared) {
        return spared.isPresent() && random.nextBoolean() ? spared.getAsInt() : random.nextInt(hosts);
    }

    /**
     * Returns the topology.
     *
     * @param addresses the addresses of hosts by name, with the spare if there is one; empty for a run in one
     *     process
     * @param tls the keys of each host for its certificate, or an empty text for plain links
     * @param url the URL of the database
     * @param count how many messages the source has
     * @param recorded the directory of a channel from which the source has its values; empty where they are random
     * @param queues the channels that are queues
     */
    String topology(
            SequencedMap<String, String> addresses,
            String tls,
            String url,
            long count,
            Optional<Path> recorded,
            Set<String> queues) {
        List<String> hosts = List.copyOf(addresses.keySet());
        StringBuilder text = new StringBuilder("name: hosts\n");
        if (!hosts.isEmpty()) {
            text.append("hosts:\n");
            addresses.forEach((host, address) -> text.append("  " + host + ": {address: \"" + address + "\"")
                    .append(tls)
                    .append(isSpared(hosts.indexOf(host)) ? ", replicas: [" + SPARE + "]" : "")
                    .append("}\n"));
        }
        text.append("channels:\n");
        for (String channel : owners.keySet()) {
            String synced = channel.equals(REQUESTS) ? ", durability: SYNCED" : "";
            String kind = queues.contains(channel) ? "kind: queue, size: 8KiB" : "roll: {size: 64KiB}" + synced;
            text.append("  " + channel + ": {" + kind + "}\n");
        }
        text.append("threads:\n");
        for (String channel : owners.keySet()) {
            text.append("  makes-" + channel + ": {runs: [makes-" + channel + "], idle: " + idle + "}\n");
        }
        text.append("components:\n");
        for (Map.Entry<String, List<String>> component :
                components(url, count, recorded, !hosts.isEmpty()).entrySet()) {
            String channel = component.getKey();
            String host = hosts.isEmpty() ? "" : ", host: " + hosts.get(owners.get(channel));
            text.append("  makes-" + channel + ": {writes: " + channel + ", ");
            text.append(String.join(", ", component.getValue())).append(host).append("}\n");
        }
        return text.toString();
    }

    /** Returns the keys of each component, by the channel that it writes; on hosts some may be slow. */
    private SequencedMap<String, List<String>> components(
            String url, long count, Optional<Path> recorded, boolean onHosts) {
        SequencedMap<String, List<String>> components = new LinkedHashMap<>();
        String values =
                recorded.map(channel -> ", recorded: \"" + channel + "\"").orElse("");
        components.put(
                SOURCE,
                List.of("class: " + StepFeed.class.getName(), "arguments: {count: \"" + count + "\"" + values + "}"));
        for (int step = 1; step < steps; step++) {
            components.put("c" + step, component(StepHash.class, "c" + step, onHosts));
        }
        components.put(REQUESTS, component(StepTable.class, REQUESTS, onHosts));
        String setup = "create table if not exists steps (number bigint not null, hash bigint not null)";
        components.put(
                RESULTS,
                List.of(
                        "class: io.millrace.jdbc.JdbcGateway",
                        "reads: [" + REQUESTS + "]",
                        "arguments: {url: \"" + url + "\", setup: [\"" + setup + "\"], resultTypes: []}"));
        return components;
    }

    private List<String> component(Class<?> type, String channel, boolean onHosts) {
        int pause = onHosts && isSpared(owners.get(channel)) ? pauseMs : 0;
        return List.of(
                "class: " + type.getName(),
                "reads: [" + inputOf(channel).orElseThrow() + "]",
                "arguments: {pauseMs: \"" + pause + "\"}");
    }

    private boolean isSpared(int host) {
        return spared.isPresent() && spared.getAsInt() == host;
    }

    /** Returns the number of the host of the source. */
    int source() {
        return owners.get(SOURCE);
    }

    /** Returns the channel of the source in the data directory of its machine. */
    static Path sourceIn(Path data) {
        return data.resolve(SOURCE);
    }

    /** Returns the channel that a channel is made of; empty for that of the source. */
    Optional<String> inputOf(String channel) {
        return switch (channel) {
            case SOURCE -> Optional.empty();
            case REQUESTS -> Optional.of("c" + (steps - 1));
            case RESULTS -> Optional.of(REQUESTS);
            default -> Optional.of("c" + (Integer.parseInt(channel.substring(1)) - 1));
        };
    }

    /** Returns the channels of steps that a host without a spare writes and reads: they may be queues. */
    List<String> within(int host) {
        return isSpared(host)
                ? List.of()
                : owners.keySet().stream()
                        .filter(channel -> owners.get(channel) == host && !channel.equals(SOURCE))
                        .filter(channel -> !channel.equals(REQUESTS) && !channel.equals(RESULTS))
                        .filter(channel -> readerOf(channel).isEmpty())
                        .toList();
    }

    /** Returns the host that reads a channel, unless the same host writes it. */
    OptionalInt readerOf(String channel) {
        for (Map.Entry<String, Integer> made : owners.entrySet()) {
            boolean isRead = inputOf(made.getKey()).equals(Optional.of(channel));
            if (isRead && !made.getValue().equals(owners.get(channel))) {
                return OptionalInt.of(made.getValue());
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the last channel of each host, if another host reads that. Its writer does not wait for anything that is
     * made of it, and could end before its reader has it.
     */
    List<String> lastCrossing() {
        Map<Integer, String> lasts = new LinkedHashMap<>();
        owners.forEach((channel, owner) -> lasts.put(owner, channel));
        return lasts.values().stream()
                .filter(channel -> readerOf(channel).isPresent())
                .toList();
    }

    @Override
    public List<String> read(int writer, int reader) {
        return writtenOn(writer).stream()
                .filter(channel -> readerOf(channel).equals(OptionalInt.of(reader)))
                .toList();
    }

    @Override
    public List<String> writtenOn(int host) {
        List<String> channels = new ArrayList<>();
        owners.forEach((channel, owner) -> {
            if (owner == host) {
                channels.add(channel);
            }
        });
        return channels;
    }
}
