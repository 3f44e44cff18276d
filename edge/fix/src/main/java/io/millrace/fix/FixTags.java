package io.millrace.fix;

/** The tags that sessions use, by their names in the specification. */
final class FixTags {

    static final int BEGIN_SEQ_NO = 7;
    static final int BEGIN_STRING = 8;
    static final int BODY_LENGTH = 9;
    static final int CHECK_SUM = 10;
    static final int END_SEQ_NO = 16;
    static final int MSG_SEQ_NUM = 34;
    static final int MSG_TYPE = 35;
    static final int NEW_SEQ_NO = 36;
    static final int POSS_DUP_FLAG = 43;
    static final int REF_SEQ_NUM = 45;
    static final int SENDER_COMP_ID = 49;
    static final int SENDING_TIME = 52;
    static final int TARGET_COMP_ID = 56;
    static final int TEXT = 58;
    static final int ENCRYPT_METHOD = 98;
    static final int HEART_BT_INT = 108;
    static final int TEST_REQ_ID = 112;
    static final int ON_BEHALF_OF_COMP_ID = 115;
    static final int ON_BEHALF_OF_SUB_ID = 116;
    static final int ORIG_SENDING_TIME = 122;
    static final int GAP_FILL_FLAG = 123;
    static final int DELIVER_TO_COMP_ID = 128;
    static final int DELIVER_TO_SUB_ID = 129;
    static final int RESET_SEQ_NUM_FLAG = 141;
    static final int ON_BEHALF_OF_LOCATION_ID = 144;
    static final int DELIVER_TO_LOCATION_ID = 145;
    static final int LAST_MSG_SEQ_NUM_PROCESSED = 369;
    static final int REF_TAG_ID = 371;
    static final int REF_MSG_TYPE = 372;
    static final int SESSION_REJECT_REASON = 373;
    static final int BUSINESS_REJECT_REASON = 380;
    static final int NEXT_EXPECTED_MSG_SEQ_NUM = 789;
    static final int APPL_VER_ID = 1128;
    static final int DEFAULT_APPL_VER_ID = 1137;

    private FixTags() {}

    /** Returns whether a field is a password, in clear or encrypted: 554, 925, 1402, 1404. */
    static boolean isPassword(int tag) {
        return tag == 554 || tag == 925 || tag == 1402 || tag == 1404;
    }
}
