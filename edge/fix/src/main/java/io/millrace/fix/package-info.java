/** FIX by dictionary: messages without garbage, validation, and sessions as two pure components. */
package io.millrace.fix;
