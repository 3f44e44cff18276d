package io.millrace.benchmarks;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixFramer;
import io.millrace.fix.FixMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The FIX suite on our framer and view, with the dictionary of FIX 4.4. */
final class MillraceFixDecoder implements FixDecoder {

    private final FixFramer framer = new FixFramer(1 << 16);
    private final FixMessage message = new FixMessage();
    private final FixDictionary dictionary = dictionary();
    private byte[] messages;

    private static FixDictionary dictionary() {
        String name = "FixRepository44.xml";
        try (InputStream in = MillraceFixDecoder.class.getResourceAsStream("/" + name)) {
            return FixDictionary.read(in, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void open(byte[] bytes) {
        messages = bytes;
    }

    @Override
    public long decode() {
        framer.clear();
        framer.add(messages, 0, messages.length);
        long sum = 0;
        while (framer.next() == FixFramer.Result.MESSAGE) {
            if (message.parse(framer.bytes(), framer.offset(), framer.length(), dictionary) == FixFault.NONE) {
                int symbol = message.find(55);
                sum += message.longValue(38)
                        + message.decimalValue(44, 4)
                        + message.charValue(54)
                        + message.longValue(34)
                        + (message.end(symbol) - message.start(symbol));
            }
        }
        return sum;
    }
}
