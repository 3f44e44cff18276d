package io.millrace.examples.market;

/** Passes on the rows that were left out, and nothing else, so that they have a journal of their own. */
public final class RejectedRows implements Rejections {
    private final Rejections out;

    /** Makes one that passes rows on. */
    public RejectedRows(Rejections out) {
        this.out = out;
    }

    @Override
    public void rejected(Rejection row) {
        out.rejected(row);
    }
}
