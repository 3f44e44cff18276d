package io.millrace.remote;

/** No transport: the client calls the object. */
class DirectInteractionTest extends InteractionContract {

    @Override
    Desk open() {
        return service;
    }

    @Override
    void close() {
        // Nothing is open.
    }
}
