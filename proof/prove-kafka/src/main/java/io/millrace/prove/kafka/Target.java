package io.millrace.prove.kafka;

/** What a round kills or disturbs. */
enum Target {
    /** The process of source, component and gateway. */
    RUN,
    /** A broker. */
    BROKER,
    /** A broker, and the run at the same time. */
    BOTH,
    /** The connections between the run and a broker, which lose, hold or end what is sent; they have TLS. */
    LINK
}
