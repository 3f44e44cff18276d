package io.millrace.fuzz;

import io.millrace.fix.FixCallReader;
import io.millrace.fix.FixCallWriter;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixValueException;
import io.millrace.wire.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages as calls: reading throws nothing but what names a field, and a message that was written from a call is the
 * same after it was read and written again.
 */
final class FixCallsCheck {

    /** The calls. */
    interface Orders {
        void order(Order order);
    }

    /** An order. */
    @FixMsgType("D")
    static final class Order {
        @FixTag(11)
        CharSequence id;

        @FixTag(453)
        List<Party> parties = new ArrayList<>();

        @FixTag(96)
        Bytes data;

        @FixTag(58)
        String text;
    }

    /** An entry of a group. */
    static final class Party {
        @FixTag(448)
        CharSequence id;

        @FixTag(802)
        List<Sub> subs = new ArrayList<>();

        @FixTag(452)
        int role = Integer.MIN_VALUE;
    }

    /** An entry of a group in it. */
    record Sub(@FixTag(523) String id) {}

    private final FixDictionary dictionary;
    private final FixMessage again = new FixMessage();
    private final FixCallReader reader;
    private byte[] written;

    FixCallsCheck(FixDictionary dictionary) {
        this.dictionary = dictionary;
        FixCallWriter writer = FixCallWriter.of(
                dictionary,
                FixTime.Precision.MILLISECONDS,
                (_, message) -> {
                    message.finish("FIX.4.4");
                    written =
                            Arrays.copyOfRange(message.bytes(), message.offset(), message.offset() + message.length());
                },
                Orders.class);
        reader = FixCallReader.of(writer.as(Orders.class), Orders.class);
    }

    void check(FixMessage message) {
        written = null;
        try {
            reader.read(message, null);
        } catch (FixValueException e) {
            Guard.check(e.tag() > 0, "an error names no field");
            return;
        }
        if (written == null) {
            return; // no order
        }
        byte[] first = written;
        FixFault fault = again.parse(first, 0, first.length, dictionary);
        Guard.check(fault == FixFault.NONE, "a call is written as a garbled message");
        reader.read(again, null);
        Guard.check(Arrays.equals(first, written), "a call differs after it was written and read");
    }
}
