package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ArgumentBoundsTest {
    /** Three arguments of different forms. */
    public interface Calls {
        void call(String name, byte[] bytes, long last);
    }

    private static final CallSchema SCHEMA =
            Wire.of(WireTypes.none()).calls(Calls.class).getFirst();

    private static int[] ends(BinaryOutput arguments, int length) {
        return ArgumentBounds.of(SCHEMA).ends(arguments.segment(), arguments.start(), length);
    }

    @Test
    void eachArgumentEndsWhereTheNextOneBegins() {
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeString("name");
        int name = out.length();
        out.writeBytes(new byte[300]);
        int bytes = out.length();
        out.writeLong(-5);
        int length = out.length();
        assertArrayEquals(new int[] {name, bytes, length}, ends(out, length));
        assertThrows(WireException.class, () -> ends(out, length - 1));
    }
}
