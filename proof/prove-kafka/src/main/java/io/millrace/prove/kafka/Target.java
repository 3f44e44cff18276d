package io.millrace.prove.kafka;

/** What a round kills. */
enum Target {
    /** The process of source, component and gateway. */
    RUN,
    /** A broker. */
    BROKER,
    /** A broker, and the run at the same time. */
    BOTH
}
