package io.millrace.remote;

import io.millrace.interaction.Subscriber;

/** Hears the heart of the server. */
interface Beats extends Subscriber {

    void beat(long number);
}
