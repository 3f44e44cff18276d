/** Messages to bytes and text and back, by one schema per type, and the writers and readers of method calls. */
module io.millrace.wire {
    requires com.fasterxml.jackson.core;
    requires org.snakeyaml.engine;

    exports io.millrace.wire;
}
