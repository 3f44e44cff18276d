package io.millrace.fix;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * A connection through a proxy that states the address of the client first, by the PROXY protocol, version 1 or 2. The
 * header is read to its last byte and not further, so that TLS or a message may follow it.
 *
 * <pre>
 * version 1   PROXY TCP4 192.0.2.1 198.51.100.7 56324 443 CR LF       at most 107 bytes
 * version 2   12 bytes of signature, version and command, family, length (2), addresses, further fields
 * </pre>
 */
final class ProxyTransport implements FixTransport {

    private static final byte[] SIGNATURE = {13, 10, 13, 10, 0, 13, 10, 'Q', 'U', 'I', 'T', 10};
    private static final int SIGNATURE_BYTES = 12;
    private static final int FIXED_BYTES = 16;
    private static final int LONGEST_1 = 107;
    private static final int LONGEST_2 = 1024;
    private static final int IPV4_BYTES = 12;
    private static final int IPV6_BYTES = 36;

    private final ReadableByteChannel channel;
    private final FixTransport next;
    private ByteBuffer header = ByteBuffer.allocate(FIXED_BYTES + LONGEST_2).limit(SIGNATURE_BYTES);
    private SocketAddress client;
    private boolean complete;

    ProxyTransport(ReadableByteChannel channel, FixTransport next) {
        this.channel = channel;
        this.next = next;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (!complete) {
            int count = channel.read(header);
            if (count < 0) {
                return -1;
            }
            if (header.hasRemaining()) {
                return 0;
            }
            extend();
        }
        return next.read(into);
    }

    /** Reads on, as far as is known to belong to the header. */
    private void extend() throws IOException {
        int size = header.position();
        if (header.get(0) == 'P') {
            if (header.get(size - 1) == '\n') {
                textHeader(new String(header.array(), 0, size, StandardCharsets.ISO_8859_1));
            } else if (size == LONGEST_1) {
                throw new IOException("the header of the proxy is too long most=" + LONGEST_1);
            } else {
                header.limit(size + 1);
            }
        } else if (size == SIGNATURE_BYTES) {
            for (int i = 0; i < SIGNATURE_BYTES; i++) {
                if (header.get(i) != SIGNATURE[i]) {
                    throw new IOException("the connection does not begin with the header of a proxy");
                }
            }
            header.limit(FIXED_BYTES);
        } else if (size == FIXED_BYTES && length() > 0) {
            if (length() > LONGEST_2) {
                throw new IOException("the header of the proxy is too long bytes=" + length() + " most=" + LONGEST_2);
            }
            header.limit(FIXED_BYTES + length());
        } else {
            binaryHeader();
        }
    }

    private int length() {
        return header.getShort(FIXED_BYTES - 2) & 0xFFFF;
    }

    private void textHeader(String line) throws IOException {
        String[] parts = line.strip().split(" ", -1);
        boolean known = parts.length == 6 && (parts[1].equals("TCP4") || parts[1].equals("TCP6"));
        boolean isProxy = parts[0].equals("PROXY") && line.endsWith("\r\n");
        if (!isProxy || !(known || (parts.length > 1 && parts[1].equals("UNKNOWN")))) {
            throw new IOException("the header of the proxy is not understood header=" + printable(line));
        }
        if (known) {
            // Only literal addresses: a name must not be looked up.
            if (!parts[2].matches("[0-9a-fA-F:.]{2,45}") || !parts[4].matches("[0-9]{1,5}")) {
                throw new IOException("the header of the proxy has no address header=" + printable(line));
            }
            try {
                client = address(InetAddress.ofLiteral(parts[2]), Integer.parseInt(parts[4]));
            } catch (IllegalArgumentException e) {
                throw new IOException("the header of the proxy has no address header=" + printable(line), e);
            }
        }
        complete();
    }

    private static String printable(String line) {
        return line.replaceAll("[^ -~]", "?");
    }

    private void binaryHeader() throws IOException {
        int versionAndCommand = header.get(SIGNATURE_BYTES) & 0xFF;
        int family = header.get(SIGNATURE_BYTES + 1) >> 4;
        if (versionAndCommand >> 4 != 2 || (versionAndCommand & 15) > 1) {
            throw new IOException(
                    "the header of the proxy has an unknown version or command value=" + versionAndCommand);
        }
        boolean proxied = (versionAndCommand & 15) == 1;
        if (proxied && family == 1 && length() >= IPV4_BYTES) {
            client = address(4, 8);
        } else if (proxied && family == 2 && length() >= IPV6_BYTES) {
            client = address(16, 32);
        }
        complete();
    }

    private SocketAddress address(int bytes, int portAt) throws IOException {
        byte[] address = new byte[bytes];
        header.get(FIXED_BYTES, address);
        return address(InetAddress.getByAddress(address), header.getShort(FIXED_BYTES + portAt) & 0xFFFF);
    }

    private static SocketAddress address(InetAddress address, int port) throws IOException {
        if (port > 0xFFFF) {
            throw new IOException("the header of the proxy has no port port=" + port);
        }
        return new InetSocketAddress(address, port);
    }

    private void complete() {
        complete = true;
        header = null;
    }

    @Override
    public SocketAddress client() {
        return client;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return complete ? next.write(from) : 0;
    }

    @Override
    public boolean isOpen() {
        return complete && next.isOpen();
    }

    @Override
    public boolean hasOutput() {
        return complete && next.hasOutput();
    }

    @Override
    public boolean mustRead() {
        return complete && next.mustRead();
    }

    @Override
    public void close() throws IOException {
        next.close();
    }
}
