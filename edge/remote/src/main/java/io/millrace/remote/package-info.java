/** Interactions over TCP and WebSocket. */
package io.millrace.remote;
