package io.millrace.remote;

import io.millrace.interaction.Subscriber;

/** Follows prices. */
interface PriceListener extends Subscriber {

    void price(String symbol, long price);
}
