/** Interactions over TCP and WebSocket, and components of a topology that clients call. */
package io.millrace.remote;
