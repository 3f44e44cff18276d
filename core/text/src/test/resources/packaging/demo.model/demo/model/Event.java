package demo.model;

/** A closed family. */
public sealed interface Event {
    record Filled(String symbol, double quantity) implements Event {}

    record Rejected(String symbol, String reason) implements Event {}
}
