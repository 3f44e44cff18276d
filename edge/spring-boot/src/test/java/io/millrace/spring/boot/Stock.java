package io.millrace.spring.boot;

import io.millrace.wire.Query;

/** What a component that answers is asked. */
public interface Stock {

    void delivered(String item, int amount);

    int take(String item, int amount);

    @Query
    int left(String item);
}
