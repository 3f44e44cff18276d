/** Money that moves between two databases while a broker and a channel take part. */
package io.millrace.examples.transfer;
