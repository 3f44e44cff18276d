package io.millrace.service;

/** The calls of the journal {@code millrace.upgrades} of a data directory, which keeps {@link Upgrades}. */
public interface UpgradeOrders {

    /** Records that an operator has ordered an upgrade. */
    void ordered(UpgradeOrder order);

    /** Records that an order was carried out or withdrawn. */
    void ended(UpgradeEnd end);
}
