package io.millrace.service;

/** The state of {@link Keeper}. */
public interface KeeperState {

    void total(long total);
}
