package io.millrace.service;

/** The state of an {@link UpgradeOrder}. */
public enum UpgradeState {
    /** The next start carries it out. */
    PENDING,
    /** The output has its mark. */
    DONE,
    /** It was withdrawn. */
    WITHDRAWN
}
