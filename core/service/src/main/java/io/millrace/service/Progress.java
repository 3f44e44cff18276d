package io.millrace.service;

/** What became of a poll of an {@link ExternalSource}. */
public enum Progress {
    /** One item was taken; its call, if it has one, was made. */
    EMITTED,
    /** Nothing was there; there may be something later. */
    IDLE,
    /** Nothing was there and nothing will come. */
    ENDED
}
