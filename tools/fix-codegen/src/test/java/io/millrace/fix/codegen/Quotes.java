// Generated from records.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.wire.Precompiled;

/** Calls with messages of FIX. */
@Precompiled
public interface Quotes {

    /** Takes a Quote (S). */
    void quoteRecord(QuoteRecord quoteRecord);
}
