package io.millrace.load;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Encodes requests of TCP targets; those that no value changes only once. For one thread. */
final class TcpRequests {
    private static final int LONGEST_BYTES = 1 << 24;
    private static final int FIRST_BYTES = 1024;
    private static final int LAST_ASCII = 0x7f;

    private final TcpFraming framing;
    private final ByteOrder order;
    private final Template[] templates;
    private final byte[][] constants;
    /** The request where there is no message: its length, the number of the operation, and zeros. */
    private final ByteBuffer numbered;

    private final StringBuilder text = new StringBuilder();
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /**
     * Creates an encoder.
     *
     * @param order the byte order of lengths
     * @param sizeBytes how many bytes a message has where none is given, from 8
     * @throws LoadException if an operation has other fields, or makes no request
     */
    TcpRequests(List<OperationSpec> operations, TcpFraming framing, ByteOrder order, int sizeBytes) {
        this.framing = framing;
        this.order = order;
        numbered = ByteBuffer.allocate(Integer.BYTES + sizeBytes).order(order).putInt(0, sizeBytes);
        templates = new Template[operations.size()];
        constants = new byte[operations.size()][];
        String field = framing == TcpFraming.LINES ? "line" : "message";
        for (int i = 0; i < templates.length; i++) {
            OperationSpec operation = operations.get(i);
            operation.allow(field);
            templates[i] = operation.field(field).orElse(null);
            if (templates[i] != null && templates[i].isConstant()) {
                constants[i] = constant(operation, templates[i]);
            }
        }
    }

    private byte[] constant(OperationSpec operation, Template template) {
        try {
            text.setLength(0);
            text.append(template.text(null));
            encodeText();
            return Arrays.copyOf(bytes, length);
        } catch (LoadException e) {
            throw operation.problem("makes no request: " + e.getMessage());
        }
    }

    /**
     * Encodes the request of an operation; the bytes are valid until the next.
     *
     * @throws LoadException if it is too long, or a line has a line break
     */
    byte[] encode(Operation operation) {
        int kind = operation.kind();
        if (constants[kind] != null) {
            length = constants[kind].length;
            return constants[kind];
        }
        if (templates[kind] == null && framing == TcpFraming.LENGTH) {
            numbered.putLong(Integer.BYTES, operation.sequence());
            length = numbered.capacity();
            return numbered.array();
        }
        text.setLength(0);
        if (templates[kind] == null) {
            text.append(operation.sequence());
        } else {
            templates[kind].appendTo(text, operation);
        }
        encodeText();
        return bytes;
    }

    /** Returns how many bytes the request has that was encoded last. */
    int length() {
        return length;
    }

    private void encodeText() {
        length = framing == TcpFraming.LENGTH ? Integer.BYTES : 0;
        int from = length;
        room(text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one > LAST_ASCII) {
                length = from;
                append(text.toString().getBytes(StandardCharsets.UTF_8));
                break;
            }
            bytes[length++] = (byte) one;
        }
        if (length - from > LONGEST_BYTES) {
            throw new LoadException("request is too long bytes=" + (length - from) + " limit=" + LONGEST_BYTES);
        }
        if (framing == TcpFraming.LENGTH) {
            putLength(length - from);
            return;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                throw new LoadException("a line cannot have a line break offset=" + i + " bytes=" + length);
            }
        }
        room(1);
        bytes[length++] = '\n';
    }

    private void putLength(int value) {
        int ordered = order == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value);
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[i] = (byte) (ordered >>> (Integer.SIZE - Byte.SIZE * (i + 1)));
        }
    }

    private void append(byte[] some) {
        room(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
