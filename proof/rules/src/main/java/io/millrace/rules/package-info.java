/** The house rules of the repository, each a small class that finds violations in its files. */
package io.millrace.rules;
