package io.millrace.fix.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JavaNamesTest {

    @Test
    void namesAreThoseOfJava() {
        assertEquals("clOrdId", JavaNames.member("ClOrdID"));
        assertEquals("mdReqId", JavaNames.member("MDReqID"));
        assertEquals("cfiCode", JavaNames.member("CFICode"));
        assertEquals("price2", JavaNames.member("Price2"));
        assertEquals("SecurityIdSource", JavaNames.type("SecurityIDSource"));
        assertEquals("partyIds", JavaNames.groupMember("NoPartyIDs"));
        assertEquals("PartyId", JavaNames.groupType("NoPartyIDs"));
        assertEquals("MdEntry", JavaNames.groupType("NoMDEntries"));
    }

    @Test
    void constantsAreOfCapitals() {
        assertEquals("SELL_SHORT", JavaNames.constant("SELL_SHORT"));
        assertEquals("SELL_SHORT", JavaNames.constant("SellShort"));
        assertEquals("SELL_SHORT", JavaNames.constant("Sell short"));
        assertEquals("VALUE_30_YEAR", JavaNames.constant("30_YEAR"));
        assertEquals("VALUE_", JavaNames.constant("--"));
    }
}
