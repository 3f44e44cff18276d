package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.WireLimits;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The buffers that a conversion between a message and text needs. One thread at a time; kept buffers have the default
 * limits.
 */
final class YamlBuffers {
    private static final int INITIAL = 512;
    private static final int SMALL = 1 << 16;

    final BinaryOutput out;
    final Utf8Output text = new Utf8Output(INITIAL, Integer.MAX_VALUE - 64);
    final Utf8Input bytes = new Utf8Input();
    private final BinaryInput in;

    YamlBuffers(WireLimits limits) {
        out = BinaryOutput.allocate(INITIAL, limits);
        in = new BinaryInput(limits);
    }

    /** Returns the kept buffers, cleared, or new ones. */
    static YamlBuffers take(AtomicReference<YamlBuffers> kept) {
        YamlBuffers taken = kept.getAndSet(null);
        if (taken == null) {
            return new YamlBuffers(WireLimits.defaults());
        }
        taken.out.reset();
        taken.text.clear();
        return taken;
    }

    /** Keeps these buffers for the next conversion, unless they have grown large. */
    void giveBack(AtomicReference<YamlBuffers> kept) {
        if (out.segment().byteSize() <= SMALL && text.bytes().length <= SMALL) {
            kept.set(this);
        }
    }

    /** Returns the written bytes as input. */
    BinaryInput written() {
        return in.wrap(out.segment(), out.start(), out.length());
    }
}
