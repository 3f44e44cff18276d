/** A server for clients of a running topology: they follow channels and append calls over WebSocket. */
package io.millrace.clients;
