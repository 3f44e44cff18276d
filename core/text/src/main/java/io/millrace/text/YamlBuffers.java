package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.WireLimits;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What turning a message into text or back needs on the way. One thread at a time; default limits where they are kept.
 */
final class YamlBuffers {
    private static final int INITIAL = 512;
    private static final int SMALL = 1 << 16;

    final BinaryOutput out;
    final Utf8Text text = new Utf8Text(INITIAL, Integer.MAX_VALUE - 64);
    final TextBytes bytes = new TextBytes();
    private final BinaryInput in;

    YamlBuffers(WireLimits limits) {
        out = BinaryOutput.allocate(INITIAL, limits);
        in = new BinaryInput(limits);
    }

    /** Those that are kept there, cleared, or new ones. */
    static YamlBuffers take(AtomicReference<YamlBuffers> kept) {
        YamlBuffers taken = kept.getAndSet(null);
        if (taken == null) {
            return new YamlBuffers(WireLimits.defaults());
        }
        taken.out.reset();
        taken.text.clear();
        return taken;
    }

    /** Keeps these for the next, unless they have grown large. */
    void giveBack(AtomicReference<YamlBuffers> kept) {
        if (out.segment().byteSize() <= SMALL && text.bytes().length <= SMALL) {
            kept.set(this);
        }
    }

    /** What has been written, to be read. */
    BinaryInput written() {
        return in.wrap(out.segment(), out.start(), out.length());
    }
}
