// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixDecimal;
import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;
import io.millrace.wire.Bytes;
import io.millrace.wire.NumberForm;
import io.millrace.wire.TextForm;
import java.util.ArrayList;
import java.util.List;

/** NewOrderSingle (D), mutable: the object of a call is filled again for the next one. */
@FixMsgType("D")
public final class NewOrderSingle {

    /** ClOrdID (11). */
    @FixTag(value = 11, required = true)
    public CharSequence clOrdId;

    /** Symbol (55). */
    @FixTag(55)
    public CharSequence symbol;

    /** Side (54). */
    @FixTag(value = 54, required = true)
    public Side side;

    /** OrderQty (38). */
    @FixTag(value = 38, decimals = 0)
    public long orderQty = FixTag.NONE;

    /** OrdType (40). */
    @FixTag(value = 40, required = true)
    public OrdType ordType;

    /** Price (44). */
    @FixTag(value = 44, decimals = 4)
    public long price = FixTag.NONE;

    /** StopPx (99). */
    @FixTag(99)
    public FixDecimal stopPx;

    /** TransactTime (60). */
    @FixTag(value = 60, required = true)
    @TextForm(NumberForm.EPOCH_NANOS)
    public long transactTime;

    /** ExecInst (18). */
    @FixTag(18)
    public List<ExecInst> execInst = new ArrayList<>();

    /** Account (1). */
    @FixTag(1)
    public CharSequence account;

    /** VenueFlag (5001). */
    @FixTag(5001)
    public VenueFlag flag;

    /** EncodedText (355). */
    @FixTag(355)
    public Bytes encodedText;

    /** NoPartyIDs (453). */
    @FixTag(453)
    public List<PartyId> partyIds = new ArrayList<>();

    /** Creates an empty one. */
    public NewOrderSingle() {}

    /** An entry of NoPartyIDs (453), mutable: the object of a call is filled again for the next one. */
    public static final class PartyId {

        /** PartyID (448). */
        @FixTag(448)
        public CharSequence partyId;

        /** PartyIDSource (447). */
        @FixTag(447)
        public PartyIdSource partyIdSource;

        /** PartyRole (452). */
        @FixTag(452)
        public PartyRole partyRole;

        /** Creates an empty one. */
        public PartyId() {}
    }
}
