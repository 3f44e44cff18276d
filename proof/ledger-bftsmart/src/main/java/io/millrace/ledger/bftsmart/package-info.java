/** BFT-SMaRt as a peer of the benchmarks of the ledger. */
package io.millrace.ledger.bftsmart;
