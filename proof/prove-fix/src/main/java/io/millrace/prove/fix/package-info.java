/** The proof that sessions of FIX continue exactly when their host or its spare is killed. */
package io.millrace.prove.fix;
