/** Commands that read histogram logs of any writer. */
package io.millrace.hdr;
