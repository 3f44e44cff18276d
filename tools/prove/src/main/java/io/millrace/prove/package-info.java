/** Proofs of journals that users run on their own disks: kills, losses of power, flipped bits. */
package io.millrace.prove;
