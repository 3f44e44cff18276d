/** Load on a target by a schedule, with books that close. */
package io.millrace.load;
