// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of PartyIDSource (447). */
public enum PartyIdSource {
    /** The value {@code B}. */
    @FixCode("B")
    BIC,

    /** The value {@code C}. */
    @FixCode("C")
    GENERALLY_ACCEPTED_MARKET_PARTICIPANT_IDENTIFIER,

    /** The value {@code D}. */
    @FixCode("D")
    PROPRIETARY_CUSTOM_CODE,

    /** The value {@code E}. */
    @FixCode("E")
    ISO_COUNTRY_CODE,

    /** The value {@code F}. */
    @FixCode("F")
    SETTLEMENT_ENTITY_LOCATION,

    /** The value {@code G}. */
    @FixCode("G")
    MIC,

    /** The value {@code H}. */
    @FixCode("H")
    CSD_PARTICIPANT_MEMBER_CODE,

    /** The value {@code 1}. */
    @FixCode("1")
    KOREAN_INVESTOR_ID,

    /** The value {@code 2}. */
    @FixCode("2")
    TAIWANESE_QUALIFIED_FOREIGN_INVESTOR_ID_QFII_FID,

    /** The value {@code 3}. */
    @FixCode("3")
    TAIWANESE_TRADING_ACCOUNT,

    /** The value {@code 4}. */
    @FixCode("4")
    MALAYSIAN_CENTRAL_DEPOSITORY_NUMBER,

    /** The value {@code 5}. */
    @FixCode("5")
    CHINESE_B_SHARE,

    /** The value {@code 6}. */
    @FixCode("6")
    UK_NATIONAL_INSURANCE_OR_PENSION_NUMBER,

    /** The value {@code 7}. */
    @FixCode("7")
    US_SOCIAL_SECURITY_NUMBER,

    /** The value {@code 8}. */
    @FixCode("8")
    US_EMPLOYER_IDENTIFICATION_NUMBER,

    /** The value {@code 9}. */
    @FixCode("9")
    AUSTRALIAN_BUSINESS_NUMBER,

    /** The value {@code A}. */
    @FixCode("A")
    AUSTRALIAN_TAX_FILE_NUMBER,

    /** The value {@code I}. */
    @FixCode("I")
    DIRECTED_BROKER
}
