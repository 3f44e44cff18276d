/** The client for Java programs of a server for clients: they follow channels and append calls. */
package io.millrace.client;
