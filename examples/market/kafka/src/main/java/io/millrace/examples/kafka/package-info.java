/** The market example between topics of Kafka, with a broker that it starts itself. */
package io.millrace.examples.kafka;
