package io.millrace.net;

import io.millrace.topology.TopologyPrint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The first bytes of a link to a listener that serves many journals, sent by the side that connects: they say which
 * journal the link is for, and which topology that side runs. This class owns their layout; numbers are big-endian.
 *
 * <pre>
 *  4 bytes  "MRT2"
 *  2 bytes  length n of the name in bytes, 1 to 400
 *  8 bytes  fingerprint of the topology, 0 for none
 *  2 bytes  length m of the origin in bytes, 0 to 1,000
 *  n bytes  name of the journal, UTF-8
 *  m bytes  the origin, for people: name of the host and file of the topology, UTF-8, shortened to whole characters
 * </pre>
 *
 * <p>An address with a journal is {@code HOST:PORT/JOURNAL}. A link to an address without one begins with the first
 * message.
 */
record RouteHeader(String journal, long fingerprint, String origin) {

    private static final int MAGIC = 0x4d525432;
    private static final int FIXED_BYTES = 16;
    private static final int LONGEST_NAME = 400;
    private static final int LONGEST_ORIGIN = 1_000;

    /** At most so many bytes has a character. */
    private static final int BYTES_PER_CHARACTER = 3;

    /** The host that connects, and which topology it runs. */
    record Sender(long fingerprint, String origin) {

        /** One that runs no topology. */
        static final Sender NONE = new Sender(0, "");

        static Sender of(String site, TopologyPrint topology) {
            String origin = "host=" + site + " " + topology;
            int longest = LONGEST_ORIGIN / BYTES_PER_CHARACTER;
            return new Sender(topology.fingerprint(), origin.substring(0, Math.min(longest, origin.length())));
        }
    }

    /** Returns the address of a journal at a listener. */
    static String address(String listener, String journal) {
        return listener + "/" + journal;
    }

    /** Returns where to connect for an address with or without a journal. */
    static HostPort hostOf(String address) {
        int slash = address.indexOf('/');
        return HostPort.parse(slash < 0 ? address : address.substring(0, slash));
    }

    /** Says which journal a new link is for, if the address names one. */
    static void write(Link link, String address, Sender sender) {
        int slash = address.indexOf('/');
        if (slash >= 0) {
            byte[] name = address.substring(slash + 1).getBytes(StandardCharsets.UTF_8);
            byte[] from = sender.origin().getBytes(StandardCharsets.UTF_8);
            ByteBuffer header = ByteBuffer.allocateDirect(FIXED_BYTES + name.length + from.length);
            header.putInt(MAGIC).putShort((short) name.length).putLong(sender.fingerprint());
            header.putShort((short) from.length).put(name).put(from);
            link.write(header.flip());
        }
    }

    /**
     * Reads which journal a new link is for, and which member asks.
     *
     * @throws NetException if the link begins otherwise, or ends
     */
    static RouteHeader read(Link link) {
        ByteBuffer fixed = ByteBuffer.allocateDirect(FIXED_BYTES);
        link.readFully(fixed);
        fixed.flip();
        int magic = fixed.getInt();
        int length = fixed.getShort();
        long fingerprint = fixed.getLong();
        int originLength = fixed.getShort();
        boolean isValid = length >= 1 && length <= LONGEST_NAME && originLength >= 0 && originLength <= LONGEST_ORIGIN;
        if (magic != MAGIC || !isValid) {
            throw new NetException("the peer did not say which journal it wants peer=" + link.peer());
        }
        return new RouteHeader(text(link, length), fingerprint, text(link, originLength));
    }

    private static String text(Link link, int bytes) {
        ByteBuffer text = ByteBuffer.allocate(bytes);
        link.readFully(text);
        return StandardCharsets.UTF_8.decode(text.flip()).toString();
    }
}
