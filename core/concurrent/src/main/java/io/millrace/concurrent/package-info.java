/** In-memory queues, idle strategies and thread affinity. */
package io.millrace.concurrent;
