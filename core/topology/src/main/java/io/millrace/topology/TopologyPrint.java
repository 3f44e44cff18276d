package io.millrace.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A fingerprint of a topology, by which hosts notice that their files differ. It is over what all hosts must agree on:
 * the hosts with their addresses and spares, the channels, the components with their inputs, outputs, arguments and
 * hosts, and the hosts of sections. What may differ between machines, such as the paths of certificates, is not in it.
 *
 * @param fingerprint 64 bits of SHA-256; 0 is none
 * @param file the file that was read, for people; or the name of a topology that was built in Java
 * @param parts 32 bits of SHA-256 of each value, by the item and the key that it belongs to, such as {@code component
 *     sum: host}; empty where only the fingerprint is known
 */
public record TopologyPrint(long fingerprint, String file, SequencedMap<String, Integer> parts) {

    private static final int MOST_NAMED = 8;
    private static final String KEY = ": ";

    /** Takes a copy. */
    public TopologyPrint {
        parts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parts));
    }

    /** Creates one of which only the fingerprint is known. */
    public TopologyPrint(long fingerprint, String file) {
        this(fingerprint, file, new LinkedHashMap<>());
    }

    /** Returns that of a topology. */
    public static TopologyPrint of(Topology topology) {
        SequencedMap<String, Object> values = new LinkedHashMap<>();
        values.put("topology" + KEY + "name", topology.name());
        topology.hosts().forEach((name, host) -> {
            String item = "host " + name + KEY;
            values.put(item + "address", host.address());
            values.put(item + "replicas", host.replicas());
        });
        topology.channels().forEach((name, channel) -> {
            String item = "channel " + name + KEY;
            values.put(item + "kind", channel.kind());
            values.put(item + "durability", channel.durability());
            values.put(item + "ownership", channel.ownership());
            values.put(item + "host", channel.host());
        });
        topology.components().forEach((name, component) -> {
            String item = "component " + name + KEY;
            values.put(item + "class", component.className());
            values.put(item + "reads", component.reads());
            values.put(item + "writes", component.writes());
            values.put(item + "arguments", component.arguments());
            values.put(item + "host", TopologyHosts.hostOf(topology, name));
        });
        topology.sectionHosts().forEach((section, host) -> values.put("section " + section + KEY + "host", host));
        StringBuilder text = new StringBuilder();
        SequencedMap<String, Integer> parts = new LinkedHashMap<>();
        values.forEach((part, value) -> {
            text.append(part).append('=').append(value).append('\n');
            parts.put(part, hash(String.valueOf(value)).getInt());
        });
        String file =
                topology.file().map(Path::toAbsolutePath).map(Path::toString).orElse("topology " + topology.name());
        return new TopologyPrint(hash(text.toString()).getLong() | 1, file, parts);
    }

    private static ByteBuffer hash(String text) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns whether two hosts run the same topology. */
    public boolean agrees(TopologyPrint other) {
        return fingerprint == other.fingerprint;
    }

    /**
     * Returns in what another topology differs, for people: each item with the keys that differ, such as {@code
     * component sum: host}, or that it is on one side alone; the first ones where there are many. Empty where one side
     * does not say what it consists of.
     *
     * @param other the topology of another host
     */
    public List<String> differencesFrom(TopologyPrint other) {
        List<String> differences = new ArrayList<>();
        if (parts.isEmpty() || other.parts.isEmpty()) {
            return differences;
        }
        Map<String, List<String>> own = byItem();
        Map<String, List<String>> others = other.byItem();
        Set<String> items = new LinkedHashSet<>(own.keySet());
        items.addAll(others.keySet());
        for (String item : items) {
            if (!others.containsKey(item)) {
                differences.add(item + " is only here");
            } else if (!own.containsKey(item)) {
                differences.add(item + " is only there");
            } else {
                List<String> keys = own.get(item).stream()
                        .filter(key -> !parts.get(item + KEY + key).equals(other.parts.get(item + KEY + key)))
                        .toList();
                if (!keys.isEmpty()) {
                    differences.add(item + KEY + String.join(" and ", keys));
                }
            }
        }
        int more = differences.size() - MOST_NAMED;
        if (more > 0) {
            differences.subList(MOST_NAMED, differences.size()).clear();
            differences.add(more + " more");
        }
        return differences;
    }

    private Map<String, List<String>> byItem() {
        Map<String, List<String>> items = new LinkedHashMap<>();
        parts.keySet().forEach(part -> {
            int end = part.lastIndexOf(KEY);
            if (end > 0) { // what another host claims may be anything
                items.computeIfAbsent(part.substring(0, end), _ -> new ArrayList<>())
                        .add(part.substring(end + KEY.length()));
            }
        });
        return items;
    }

    /** Returns the fingerprint for people, and the file. */
    @Override
    public String toString() {
        return "fingerprint=" + Long.toHexString(fingerprint) + " file=" + file;
    }
}
