package com.example;

/** A message: the argument of a call. */
public record Price(String symbol, double bid, double ask) {}
