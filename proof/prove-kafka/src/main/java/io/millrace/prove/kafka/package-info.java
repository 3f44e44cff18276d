/** The proof that a run between topics stays exact while its processes and brokers are killed. */
package io.millrace.prove.kafka;
