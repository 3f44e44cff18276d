// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of PartyRole (452). */
public enum PartyRole {
    /** The value {@code 1}. */
    @FixCode("1")
    EXECUTING_FIRM,

    /** The value {@code 2}. */
    @FixCode("2")
    BROKER_OF_CREDIT,

    /** The value {@code 3}. */
    @FixCode("3")
    CLIENT_ID,

    /** The value {@code 4}. */
    @FixCode("4")
    CLEARING_FIRM,

    /** The value {@code 5}. */
    @FixCode("5")
    INVESTOR_ID,

    /** The value {@code 6}. */
    @FixCode("6")
    INTRODUCING_FIRM,

    /** The value {@code 7}. */
    @FixCode("7")
    ENTERING_FIRM,

    /** The value {@code 8}. */
    @FixCode("8")
    LOCATE_LENDING_FIRM,

    /** The value {@code 9}. */
    @FixCode("9")
    FUND_MANAGER_CLIENT_ID,

    /** The value {@code 10}. */
    @FixCode("10")
    SETTLEMENT_LOCATION,

    /** The value {@code 11}. */
    @FixCode("11")
    ORDER_ORIGINATION_TRADER,

    /** The value {@code 12}. */
    @FixCode("12")
    EXECUTING_TRADER,

    /** The value {@code 13}. */
    @FixCode("13")
    ORDER_ORIGINATION_FIRM,

    /** The value {@code 14}. */
    @FixCode("14")
    GIVEUP_CLEARING_FIRM,

    /** The value {@code 15}. */
    @FixCode("15")
    CORRESPONDANT_CLEARING_FIRM,

    /** The value {@code 16}. */
    @FixCode("16")
    EXECUTING_SYSTEM,

    /** The value {@code 17}. */
    @FixCode("17")
    CONTRA_FIRM,

    /** The value {@code 18}. */
    @FixCode("18")
    CONTRA_CLEARING_FIRM,

    /** The value {@code 19}. */
    @FixCode("19")
    SPONSORING_FIRM,

    /** The value {@code 20}. */
    @FixCode("20")
    UNDERLYING_CONTRA_FIRM,

    /** The value {@code 21}. */
    @FixCode("21")
    CLEARING_ORGANIZATION,

    /** The value {@code 22}. */
    @FixCode("22")
    EXCHANGE,

    /** The value {@code 24}. */
    @FixCode("24")
    CUSTOMER_ACCOUNT,

    /** The value {@code 25}. */
    @FixCode("25")
    CORRESPONDENT_CLEARING_ORGANIZATION,

    /** The value {@code 26}. */
    @FixCode("26")
    CORRESPONDENT_BROKER,

    /** The value {@code 27}. */
    @FixCode("27")
    BUYER_SELLER,

    /** The value {@code 28}. */
    @FixCode("28")
    CUSTODIAN,

    /** The value {@code 29}. */
    @FixCode("29")
    INTERMEDIARY,

    /** The value {@code 30}. */
    @FixCode("30")
    AGENT,

    /** The value {@code 31}. */
    @FixCode("31")
    SUB_CUSTODIAN,

    /** The value {@code 32}. */
    @FixCode("32")
    BENEFICIARY,

    /** The value {@code 33}. */
    @FixCode("33")
    INTERESTED_PARTY,

    /** The value {@code 34}. */
    @FixCode("34")
    REGULATORY_BODY,

    /** The value {@code 35}. */
    @FixCode("35")
    LIQUIDITY_PROVIDER,

    /** The value {@code 36}. */
    @FixCode("36")
    ENTERING_TRADER,

    /** The value {@code 37}. */
    @FixCode("37")
    CONTRA_TRADER,

    /** The value {@code 38}. */
    @FixCode("38")
    POSITION_ACCOUNT,

    /** The value {@code 39}. */
    @FixCode("39")
    CONTRA_INVESTOR_ID,

    /** The value {@code 40}. */
    @FixCode("40")
    TRANSFER_TO_FIRM,

    /** The value {@code 41}. */
    @FixCode("41")
    CONTRA_POSITION_ACCOUNT,

    /** The value {@code 42}. */
    @FixCode("42")
    CONTRA_EXCHANGE,

    /** The value {@code 43}. */
    @FixCode("43")
    INTERNAL_CARRY_ACCOUNT,

    /** The value {@code 44}. */
    @FixCode("44")
    ORDER_ENTRY_OPERATOR_ID,

    /** The value {@code 45}. */
    @FixCode("45")
    SECONDARY_ACCOUNT_NUMBER,

    /** The value {@code 46}. */
    @FixCode("46")
    FOREIGN_FIRM,

    /** The value {@code 47}. */
    @FixCode("47")
    THIRD_PARTY_ALLOCATION_FIRM,

    /** The value {@code 48}. */
    @FixCode("48")
    CLAIMING_ACCOUNT,

    /** The value {@code 49}. */
    @FixCode("49")
    ASSET_MANAGER,

    /** The value {@code 50}. */
    @FixCode("50")
    PLEDGOR_ACCOUNT,

    /** The value {@code 51}. */
    @FixCode("51")
    PLEDGEE_ACCOUNT,

    /** The value {@code 52}. */
    @FixCode("52")
    LARGE_TRADER_REPORTABLE_ACCOUNT,

    /** The value {@code 53}. */
    @FixCode("53")
    TRADER_MNEMONIC,

    /** The value {@code 54}. */
    @FixCode("54")
    SENDER_LOCATION,

    /** The value {@code 55}. */
    @FixCode("55")
    SESSION_ID,

    /** The value {@code 56}. */
    @FixCode("56")
    ACCEPTABLE_COUNTERPARTY,

    /** The value {@code 57}. */
    @FixCode("57")
    UNACCEPTABLE_COUNTERPARTY,

    /** The value {@code 58}. */
    @FixCode("58")
    ENTERING_UNIT,

    /** The value {@code 59}. */
    @FixCode("59")
    EXECUTING_UNIT,

    /** The value {@code 60}. */
    @FixCode("60")
    INTRODUCING_BROKER,

    /** The value {@code 61}. */
    @FixCode("61")
    QUOTE_ORIGINATOR,

    /** The value {@code 62}. */
    @FixCode("62")
    REPORT_ORIGINATOR,

    /** The value {@code 63}. */
    @FixCode("63")
    SYSTEMATIC_INTERNALISER,

    /** The value {@code 64}. */
    @FixCode("64")
    MULTILATERAL_TRADING_FACILITY,

    /** The value {@code 65}. */
    @FixCode("65")
    REGULATED_MARKET,

    /** The value {@code 66}. */
    @FixCode("66")
    MARKET_MAKER,

    /** The value {@code 67}. */
    @FixCode("67")
    INVESTMENT_FIRM,

    /** The value {@code 68}. */
    @FixCode("68")
    HOST_COMPETENT_AUTHORITY,

    /** The value {@code 69}. */
    @FixCode("69")
    HOME_COMPETENT_AUTHORITY,

    /** The value {@code 70}. */
    @FixCode("70")
    COMPETENT_AUTHORITY_OF_THE_MOST_RELEVANT_MARKET_IN_TERMS_OF_LIQUIDITY,

    /** The value {@code 71}. */
    @FixCode("71")
    COMPETENT_AUTHORITY_OF_THE_TRANSACTION,

    /** The value {@code 72}. */
    @FixCode("72")
    REPORTING_INTERMEDIARY,

    /** The value {@code 73}. */
    @FixCode("73")
    EXECUTION_VENUE,

    /** The value {@code 74}. */
    @FixCode("74")
    MARKET_DATA_ENTRY_ORIGINATOR,

    /** The value {@code 75}. */
    @FixCode("75")
    LOCATION_ID,

    /** The value {@code 76}. */
    @FixCode("76")
    DESK_ID,

    /** The value {@code 77}. */
    @FixCode("77")
    MARKET_DATA_MARKET,

    /** The value {@code 78}. */
    @FixCode("78")
    ALLOCATION_ENTITY,

    /** The value {@code 79}. */
    @FixCode("79")
    PRIME_BROKER_PROVIDING_GENERAL_TRADE_SERVICES,

    /** The value {@code 80}. */
    @FixCode("80")
    STEP_OUT_FIRM,

    /** The value {@code 81}. */
    @FixCode("81")
    BROKERCLEARINGID,

    /** The value {@code 82}. */
    @FixCode("82")
    CENTRAL_REGISTRATION_DEPOSITORY,

    /** The value {@code 83}. */
    @FixCode("83")
    CLEARING_ACCOUNT,

    /** The value {@code 84}. */
    @FixCode("84")
    ACCEPTABLE_SETTLING_COUNTERPARTY,

    /** The value {@code 85}. */
    @FixCode("85")
    UNACCEPTABLE_SETTLING_COUNTERPARTY
}
