package com.example;

/** What {@link SpreadWatch} produces. */
public interface Alerts {

    void wide(Price price);
}
