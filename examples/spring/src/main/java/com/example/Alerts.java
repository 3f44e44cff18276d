package com.example;

/** The output of {@link SpreadWatch}. */
public interface Alerts {

    void wide(Price price);
}
