package com.example;

/** A message: what one call carries. */
public record Price(String symbol, double bid, double ask) {}
