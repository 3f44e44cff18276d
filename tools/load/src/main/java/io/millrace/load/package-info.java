/** Load on a target by a schedule, with complete counts. */
package io.millrace.load;
