/** Meters of a running topology for Prometheus, and spans made from the history for OpenTelemetry. */
package io.millrace.telemetry;
