/** Idle strategies and thread affinity. */
package io.millrace.concurrent;
