/** Orders signed calls among parties that do not trust each other. */
package io.millrace.ledger;
