/**
 * Passes elements between threads, shares memory among them, and controls how they wait and on which processors they
 * run.
 */
module io.millrace.concurrent {
    requires io.millrace.memory;
    requires java.management;

    exports io.millrace.concurrent;
}
