/** How threads hand elements to one another, how they wait for work, and on which processors they run. */
module io.millrace.concurrent {
    requires io.millrace.memory;

    exports io.millrace.concurrent;
}
