package io.millrace.cli;

/** What the toy gateway answers. */
interface Rows {
    /** A row was written. */
    void written(long row);
}
