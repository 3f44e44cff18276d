package io.millrace.jdbc;

import java.math.BigDecimal;

/** A row of the table of the tests. */
public record Payment(long id, BigDecimal amount) {}
