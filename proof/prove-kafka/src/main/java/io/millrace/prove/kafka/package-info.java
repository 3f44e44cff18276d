/** Brokers as processes that can be killed, and the proof that a run between topics stays exact meanwhile. */
package io.millrace.prove.kafka;
