package io.millrace.remote;

import io.millrace.interaction.Callback;

/** Gets the one answer to an order. */
interface Filled extends Callback {

    void filled(Order order, long price);
}
