/** Brokers of Kafka, each a process of its own, which can be stopped, killed and started again with their data. */
package io.millrace.kafka.broker;
