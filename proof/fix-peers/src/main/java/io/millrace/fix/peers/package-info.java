/** Other engines of FIX as counterparties of ours, and the tests that they have in common. */
package io.millrace.fix.peers;
