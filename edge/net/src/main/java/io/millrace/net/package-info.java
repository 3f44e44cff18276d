/** Links: connections of bytes between two machines, which listen, connect, and end where a peer is silent or slow. */
package io.millrace.net;
