/**
 * How threads hand elements to one another and share memory, how they wait for work, and on which processors they run.
 */
module io.millrace.concurrent {
    requires io.millrace.memory;
    requires java.management;

    exports io.millrace.concurrent;
}
