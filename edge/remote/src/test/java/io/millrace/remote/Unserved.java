package io.millrace.remote;

/** An interface that no server serves. */
interface Unserved {

    int number();
}
