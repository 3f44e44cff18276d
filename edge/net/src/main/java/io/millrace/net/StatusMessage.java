package io.millrace.net;

import io.millrace.topology.HostChannel;
import io.millrace.topology.HostCycle;
import io.millrace.topology.HostStatus;
import io.millrace.topology.TopologyPrint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * The state of a host as it answers a link whose {@link RouteHeader} names {@value #ROUTE} instead of a journal: 4
 * bytes length, big-endian, and lines of UTF-8 whose fields are parted by tabs.
 *
 * <pre>
 *  host      name, state, what it waits for, name of its machine, how its spare is
 *  topology  fingerprint in hexadecimal digits, file
 *  part      a part of the topology, its hash
 *  messages  channel, number
 *  ended     channel whose writer has ended, index of the last record
 *  cycle     first channel, number of the run, state, number of its rest, and for each channel between hosts
 *            its name and its last index
 *  channel   channel, from, to, state, number of messages that are lacking or -, microseconds by which the clock of
 *            the reader is ahead or -
 *  component name, state, inputs, outputs, number of unread messages or -
 *  section   key, state, and for each detail its name and its value
 *  epoch     channel, its epoch
 *  cut       channel, its boundary in the stored cut
 * </pre>
 *
 * <p>The last four are for people, and are left out where the text would be longer than a reader takes.
 */
final class StatusMessage {

    /** No channel has such a name. */
    static final String ROUTE = "?status";

    private static final int LONGEST = 1 << 20;
    private static final int HEXADECIMAL = 16;

    /** So many characters of an answer that is none are told. */
    private static final int MOST_SHOWN = 300;

    private StatusMessage() {}

    static void write(Link link, HostStatus status) {
        StringBuilder text = new StringBuilder();
        line(text, "host", status.host(), status.state(), status.waits(), status.site(), status.spare());
        status.topology().ifPresent(print -> {
            line(text, "topology", Long.toHexString(print.fingerprint()), print.file());
            print.parts().forEach((part, hash) -> line(text, "part", part, Integer.toHexString(hash)));
        });
        status.messages().forEach((name, count) -> line(text, "messages", name, Long.toString(count)));
        status.ended().forEach((name, last) -> line(text, "ended", name, Long.toString(last)));
        for (HostCycle cycle : status.cycles()) {
            List<String> fields = new ArrayList<>(List.of(
                    "cycle",
                    cycle.name(),
                    Long.toString(cycle.run()),
                    cycle.state().name(),
                    Long.toString(cycle.rest())));
            cycle.last().forEach((name, last) -> fields.addAll(List.of(name, Long.toString(last))));
            line(text, fields.toArray(String[]::new));
        }
        for (HostChannel channel : status.channels()) {
            line(
                    text,
                    "channel",
                    channel.channel(),
                    channel.from(),
                    channel.to(),
                    channel.state(),
                    text(channel.lagMessages()),
                    text(channel.clockAheadUs()));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        byte[] more = StatusDetails.text(status.details()).getBytes(StandardCharsets.UTF_8);
        if (bytes.length + more.length <= LONGEST) {
            bytes = Arrays.copyOf(bytes, bytes.length + more.length);
            System.arraycopy(more, 0, bytes, bytes.length - more.length, more.length);
        }
        link.write(ByteBuffer.allocateDirect(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .flip());
    }

    static String text(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "-";
    }

    static OptionalLong number(String text) {
        return text.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }

    /** Adds a line; what would end a field is a space. */
    static void line(StringBuilder text, String... fields) {
        for (int i = 0; i < fields.length; i++) {
            text.append(i == 0 ? "" : "\t").append(fields[i].replaceAll("[\\t\\r\\n]+", " "));
        }
        text.append('\n');
    }

    /**
     * Reads the answer of a host.
     *
     * @throws NetException if it is none
     */
    static HostStatus read(Link link) {
        ByteBuffer fixed = ByteBuffer.allocate(Integer.BYTES);
        link.readFully(fixed);
        int length = fixed.flip().getInt();
        if (length < 1 || length > LONGEST) {
            throw new RefusingPeerException("the answer of a host has an invalid length peer=" + link.peer() + " bytes="
                    + length + " limit=" + LONGEST);
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        link.readFully(bytes);
        return parse(link, StandardCharsets.UTF_8.decode(bytes.flip()).toString());
    }

    private static HostStatus parse(Link link, String text) {
        String[] host = {};
        Optional<TopologyPrint> topology = Optional.empty();
        SequencedMap<String, Integer> parts = new LinkedHashMap<>();
        SequencedMap<String, Long> messages = new LinkedHashMap<>();
        SequencedMap<String, Long> ended = new LinkedHashMap<>();
        List<HostCycle> cycles = new ArrayList<>();
        List<HostChannel> channels = new ArrayList<>();
        StatusDetails details = new StatusDetails();
        try {
            for (String line : text.split("\n", -1)) {
                String[] fields = line.split("\t", -1);
                switch (fields[0]) {
                    case "host" -> host = fields;
                    case "topology" ->
                        topology = Optional.of(
                                new TopologyPrint(Long.parseUnsignedLong(fields[1], HEXADECIMAL), fields[2]));
                    case "part" -> parts.put(fields[1], Integer.parseUnsignedInt(fields[2], HEXADECIMAL));
                    case "messages" -> messages.put(fields[1], Long.parseLong(fields[2]));
                    case "ended" -> ended.put(fields[1], Long.parseLong(fields[2]));
                    case "cycle" -> cycles.add(cycle(fields));
                    case "channel" ->
                        channels.add(new HostChannel(
                                fields[1], fields[2], fields[3], fields[4], number(fields[5]), number(fields[6])));
                    default -> details.line(fields); // or of a later version
                }
            }
            return new HostStatus(
                    host[1],
                    host[4],
                    host[2],
                    host[3],
                    host[5],
                    messages,
                    ended,
                    cycles,
                    channels,
                    topology.map(print -> new TopologyPrint(print.fingerprint(), print.file(), parts)),
                    details.read());
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new RefusingPeerException(
                    "the answer of a host is not valid peer=" + link.peer() + " text=" + shortened(text.strip()), e);
        }
    }

    private static String shortened(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
    }

    private static HostCycle cycle(String... fields) {
        SequencedMap<String, Long> last = new LinkedHashMap<>();
        for (int i = 5; i < fields.length; i += 2) {
            last.put(fields[i], Long.parseLong(fields[i + 1]));
        }
        return new HostCycle(
                fields[1],
                Long.parseLong(fields[2]),
                HostCycle.State.valueOf(fields[3]),
                Long.parseLong(fields[4]),
                last);
    }
}
