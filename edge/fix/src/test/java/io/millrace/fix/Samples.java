package io.millrace.fix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Dictionaries of the class path, and messages from text with bars. */
final class Samples {

    static final FixDictionary FIX44 = dictionary("FIX44.xml");

    private Samples() {}

    static FixDictionary dictionary(String name) {
        try (InputStream in = Samples.class.getResourceAsStream("/" + name)) {
            return FixDictionary.read(in, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a whole message of the fields after MsgType, with length and checksum. */
    static byte[] message(String type, String fields) {
        return framed("FIX.4.4", "35=" + type + "|34=2|49=TW|52=20260302-08:00:00.000|56=ISLD|" + fields);
    }

    static byte[] framed(String beginString, String body) {
        byte[] bytes = bytes(body);
        byte[] head = bytes("8=" + beginString + "|9=" + bytes.length + "|");
        byte[] whole = new byte[head.length + bytes.length + 7];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(bytes, 0, whole, head.length, bytes.length);
        int sum = FixMessage.sum(whole, 0, whole.length - 7);
        byte[] trailer = bytes("10=" + String.format("%03d", sum) + "|");
        System.arraycopy(trailer, 0, whole, whole.length - 7, 7);
        return whole;
    }

    static byte[] bytes(String text) {
        return text.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
    }

    static FixMessage parsed(byte[] bytes) {
        FixMessage message = new FixMessage();
        FixFault fault = message.parse(bytes, 0, bytes.length, FIX44);
        if (fault != FixFault.NONE) {
            throw new AssertionError(fault + " " + message);
        }
        return message;
    }
}
