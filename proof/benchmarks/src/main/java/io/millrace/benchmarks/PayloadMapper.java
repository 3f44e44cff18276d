package io.millrace.benchmarks;

/** Makes another value of each: the same number, and every byte after it increased. */
public final class PayloadMapper implements Payloads {
    private final Payloads out;

    /** Creates the component; a topology calls this. */
    public PayloadMapper(Payloads out) {
        this.out = out;
    }

    @Override
    public void payload(byte[] value) {
        out.payload(mapped(value));
    }

    /** Returns the other value. */
    static byte[] mapped(byte[] value) {
        byte[] mapped = value.clone();
        for (int i = Long.BYTES; i < mapped.length; i++) {
            mapped[i]++;
        }
        return mapped;
    }
}
