package com.example;

/** The calls that travel over the channel. */
public interface Prices {

    void price(Price price);
}
