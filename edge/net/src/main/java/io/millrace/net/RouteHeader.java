package io.millrace.net;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The first bytes of a link to a listener that serves many journals, sent by the side that connects: they say which
 * journal the link is for. This class owns their layout; numbers are big-endian.
 *
 * <pre>
 *  4 bytes  "MRT1"
 *  2 bytes  length of the name in bytes, 1 to 400
 *  n bytes  name of the journal, UTF-8
 * </pre>
 *
 * <p>An address with a journal is {@code HOST:PORT/JOURNAL}. A link to an address without one begins with the first
 * message.
 */
final class RouteHeader {

    private static final int MAGIC = 0x4d525431;
    private static final int FIXED_BYTES = 6;
    private static final int LONGEST_NAME = 400;

    private RouteHeader() {}

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
    static void write(Link link, String address) {
        int slash = address.indexOf('/');
        if (slash >= 0) {
            byte[] name = address.substring(slash + 1).getBytes(StandardCharsets.UTF_8);
            ByteBuffer header = ByteBuffer.allocateDirect(FIXED_BYTES + name.length);
            link.write(
                    header.putInt(MAGIC).putShort((short) name.length).put(name).flip());
        }
    }

    /**
     * Reads the name of the journal that a new link is for.
     *
     * @throws NetException if the link begins otherwise, or ends
     */
    static String read(Link link) {
        ByteBuffer fixed = ByteBuffer.allocateDirect(FIXED_BYTES);
        link.readFully(fixed);
        fixed.flip();
        int magic = fixed.getInt();
        int length = fixed.getShort();
        if (magic != MAGIC || length < 1 || length > LONGEST_NAME) {
            throw new NetException("the peer did not say which journal it wants peer=" + link.peer());
        }
        ByteBuffer name = ByteBuffer.allocate(length);
        link.readFully(name);
        return StandardCharsets.UTF_8.decode(name.flip()).toString();
    }
}
