/** Load on servers of HTTP. */
package io.millrace.load.http;
