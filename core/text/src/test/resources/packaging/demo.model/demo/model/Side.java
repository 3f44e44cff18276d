package demo.model;

public enum Side {
    BUY,
    SELL
}
