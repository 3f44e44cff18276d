/** Sensors, alarms that operators acknowledge, and a database. */
package io.millrace.examples.alarms;
