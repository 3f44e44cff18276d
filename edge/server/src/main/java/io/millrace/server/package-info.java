/** A small web server: routes, files, WebSocket sessions, checks of hosts, origins and tokens, and limits. */
package io.millrace.server;
