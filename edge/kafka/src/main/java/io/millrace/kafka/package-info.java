/** Kafka: partitions as sources, and a gateway that publishes calls to topics, each exactly once. */
package io.millrace.kafka;
