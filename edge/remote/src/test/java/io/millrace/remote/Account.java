package io.millrace.remote;

/** An actor that visitors see. */
final class Account {

    private final String owner;
    private long balance;

    Account(String owner) {
        this.owner = owner;
    }

    String owner() {
        return owner;
    }

    long balance() {
        return balance;
    }

    void add(long amount) {
        balance += amount;
    }
}
