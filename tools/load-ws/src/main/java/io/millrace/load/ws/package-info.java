/** Servers for clients as targets of the load command. */
package io.millrace.load.ws;
