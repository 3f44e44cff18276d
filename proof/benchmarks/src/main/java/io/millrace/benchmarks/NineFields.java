package io.millrace.benchmarks;

import io.millrace.wire.Key;
import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Objects;

/**
 * An update of nine fields: three that are its key, four that rarely change, and two that change alternately. Mutable,
 * since the peers require it.
 */
public final class NineFields implements WireMessage, Serializable {
    private static final long serialVersionUID = 1;
    private static final double STEP = 0.25;

    @Key
    long firstId;

    @Key
    int secondId;

    @Key
    String thirdId;

    String staticOne;
    long staticTwo;
    ZonedDateTime staticThree;
    double staticFour;
    long changesA;
    double changesB;

    /** Creates an empty message, which its user or a reader fills. */
    public NineFields() {}

    static NineFields example() {
        NineFields message = new NineFields();
        message.firstId = 1_010_101_010_101L;
        message.secondId = 2_222;
        message.thirdId = "thirdId-1234";
        message.staticOne = "staticOne-1234";
        message.staticTwo = 2_020_202_020_202L;
        message.staticThree = ZonedDateTime.of(2016, 7, 22, 12, 34, 56, 789_000_000, ZoneId.of("UTC"));
        message.staticFour = 1_000_000.0;
        message.change(0);
        return message;
    }

    /** Changes one of the two fields, alternately. */
    @Override
    public void change(long number) {
        long pairs = number / 2;
        changesA = 3_000_000_000L + number - pairs;
        changesB = 123_456.0 + pairs * STEP;
    }

    @Override
    public long digest() {
        return Objects.hash(
                firstId, secondId, thirdId, staticOne, staticTwo, staticThree, staticFour, changesA, changesB);
    }
}
