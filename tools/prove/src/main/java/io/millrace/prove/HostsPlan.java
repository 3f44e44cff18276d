package io.millrace.prove;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SplittableRandom;

/**
 * The topology of a round of {@link HostsProof}: a source, some components in a chain, and a gateway that makes a row
 * of what the last of them writes.
 *
 * @param owners the channels with the number of the host that writes each
 * @param steps how many channels of steps there are
 * @param gateway the number of the host of the gateway
 * @param spared the number of the host that has a spare; empty where none has
 */
record HostsPlan(SequencedMap<String, Integer> owners, int steps, int gateway, OptionalInt spared) {

    /** The name of the spare. */
    static final String SPARE = "s";

    private static final int FEWEST_STEPS = 3;
    private static final int MORE_STEPS = 4;
    private static final String REQUESTS = "requests";
    private static final String RESULTS = "results";

    static HostsPlan of(SplittableRandom random, int hosts) {
        int steps = FEWEST_STEPS + random.nextInt(MORE_STEPS);
        SequencedMap<String, Integer> owners = new LinkedHashMap<>();
        for (int step = 0; step < steps; step++) {
            owners.put("c" + step, step < hosts ? step : random.nextInt(hosts));
        }
        int gateway = random.nextInt(hosts);
        owners.put(REQUESTS, random.nextInt(hosts));
        owners.put(RESULTS, gateway);
        OptionalInt spared = random.nextBoolean() ? OptionalInt.of(random.nextInt(hosts)) : OptionalInt.empty();
        return new HostsPlan(owners, steps, gateway, spared);
    }

    /**
     * Returns the topology.
     *
     * @param addresses the addresses of hosts by name, with the spare if there is one; empty for a run in one
     *     process
     * @param url the URL of the database
     * @param count how many messages the source has
     */
    String topology(SequencedMap<String, String> addresses, String url, long count) {
        List<String> hosts = List.copyOf(addresses.keySet());
        StringBuilder text = new StringBuilder("name: hosts\n");
        if (!hosts.isEmpty()) {
            text.append("hosts:\n");
            addresses.forEach((host, address) -> text.append("  " + host + ": {address: \"" + address + "\"")
                    .append(isSpared(hosts.indexOf(host)) ? ", replicas: [" + SPARE + "]" : "")
                    .append("}\n"));
        }
        text.append("channels:\n");
        for (String channel : owners.keySet()) {
            String synced = channel.equals(REQUESTS) ? ", durability: SYNCED" : "";
            text.append("  " + channel + ": {roll: {size: 64KiB}" + synced + "}\n");
        }
        text.append("components:\n");
        for (Map.Entry<String, List<String>> component : components(url, count).entrySet()) {
            String channel = component.getKey();
            String host = hosts.isEmpty() ? "" : ", host: " + hosts.get(owners.get(channel));
            text.append("  makes-" + channel + ": {writes: " + channel + ", ");
            text.append(String.join(", ", component.getValue())).append(host).append("}\n");
        }
        return text.toString();
    }

    /** Returns the keys of each component, by the channel that it writes. */
    private SequencedMap<String, List<String>> components(String url, long count) {
        SequencedMap<String, List<String>> components = new LinkedHashMap<>();
        components.put("c0", List.of("class: " + StepFeed.class.getName(), "arguments: {count: \"" + count + "\"}"));
        for (int step = 1; step < steps; step++) {
            components.put("c" + step, List.of("class: " + StepHash.class.getName(), "reads: [c" + (step - 1) + "]"));
        }
        components.put(REQUESTS, List.of("class: " + StepTable.class.getName(), "reads: [c" + (steps - 1) + "]"));
        String setup = "create table if not exists steps (number bigint not null, hash bigint not null)";
        components.put(
                RESULTS,
                List.of(
                        "class: io.millrace.jdbc.JdbcGateway",
                        "reads: [" + REQUESTS + "]",
                        "arguments: {url: \"" + url + "\", setup: [\"" + setup + "\"], resultTypes: []}"));
        return components;
    }

    private boolean isSpared(int host) {
        return spared.isPresent() && spared.getAsInt() == host;
    }

    /** Returns the channels that a host writes. */
    List<String> writtenOn(int host) {
        List<String> channels = new ArrayList<>();
        owners.forEach((channel, owner) -> {
            if (owner == host) {
                channels.add(channel);
            }
        });
        return channels;
    }
}
