package io.millrace.fix;

import io.millrace.wire.Bytes;
import io.millrace.wire.NumberForm;
import io.millrace.wire.TextForm;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A user's class that is a NewOrderSingle, mutable and reused. */
@FixMsgType("D")
public final class SampleOrder {

    /** The codes of Side (54). */
    public enum Side {
        @FixCode("1")
        BUY,
        @FixCode("2")
        SELL
    }

    /** The codes of ExecInst (18). */
    public enum Instruction {
        @FixCode("1")
        NOT_HELD,
        @FixCode("G")
        ALL_OR_NONE
    }

    /** An entry of NoPartyIDs (453). */
    public static final class Party {
        @FixTag(value = 448, required = true)
        CharSequence id;

        @FixTag(447)
        char source;

        @FixTag(452)
        int role;

        @FixTag(802)
        List<Sub> subs = new ArrayList<>();
    }

    /** An entry of NoPartySubIDs (802). */
    public static final class Sub {
        @FixTag(523)
        CharSequence id;

        @FixTag(803)
        long type;
    }

    @FixTag(value = 11, required = true)
    CharSequence clOrdId;

    @FixTag(55)
    String symbol;

    @FixTag(value = 54, required = true)
    Side side;

    @FixTag(value = 60, required = true)
    @TextForm(NumberForm.EPOCH_NANOS)
    long transactTime;

    @FixTag(value = 38, decimals = 0)
    int orderQty;

    @FixTag(value = 44, decimals = 4)
    long price = FixTag.NONE;

    @FixTag(99)
    FixDecimal stopPx;

    @FixTag(40)
    char ordType;

    @FixTag(64)
    LocalDate settlDate;

    @FixTag(18)
    List<Instruction> execInst = new ArrayList<>();

    @FixTag(114)
    boolean locateReqd;

    @FixTag(355)
    Bytes encodedText;

    @FixTag(453)
    List<Party> parties = new ArrayList<>();

    @FixTag(115)
    String onBehalfOf;

    /** Reading begins with this. */
    public SampleOrder() {}
}
