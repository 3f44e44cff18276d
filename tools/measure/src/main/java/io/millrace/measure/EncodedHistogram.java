package io.millrace.measure;

import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;

/** A histogram in the form of a log: Base64 of a record that is compressed, in one of the encodings V0, V1 and V2. */
public final class EncodedHistogram {
    private final byte[] base64;

    /** Wraps Base64 text; the array is not copied. */
    EncodedHistogram(byte[] base64) {
        this.base64 = base64;
    }

    /** Returns the text in the form of the log. */
    public String text() {
        return new String(base64, StandardCharsets.US_ASCII);
    }

    /** Returns how many bytes the text has. */
    public int sizeBytes() {
        return base64.length;
    }

    byte[] base64() {
        return base64;
    }

    /**
     * Decodes the histogram; {@link HistogramDecoder} does the same for many.
     *
     * @throws MeasureException if it is damaged, claims an absurd size, or has {@code double} values, which are not
     *     supported
     */
    public Histogram decode() {
        try (HistogramDecoder decoder = new HistogramDecoder()) {
            return decoder.decode(this);
        }
    }
}
