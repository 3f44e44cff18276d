package io.millrace.remote;

/** No transport: the client calls the object. */
class DirectInteractionTest extends InteractionContract {

    @Override
    void open() {
        desk = service;
        map = stocks;
    }

    @Override
    void close() {
        // Nothing is open.
    }
}
