package io.millrace.service;

/** The result of a poll of an {@link ExternalSource}. */
public enum Progress {
    /** One item was taken; its call, if it has one, was made. */
    EMITTED,
    /** Nothing was available; something may arrive later. */
    IDLE,
    /** Nothing was available and nothing will arrive. */
    ENDED
}
