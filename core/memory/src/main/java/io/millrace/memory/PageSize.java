package io.millrace.memory;

/** The size of a page of memory. */
public final class PageSize {

    /** Linux on every 64-bit machine has at least this; forcing in larger pages is widened by the kernel. */
    private static final int FALLBACK_BYTES = 4096;

    private static final int BYTES = NativeCalls.pageSizeBytes(FALLBACK_BYTES);

    private PageSize() {}

    /** Returns the page size in bytes: a power of two; 4096 where the system does not tell. */
    public static int bytes() {
        return BYTES;
    }
}
