package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FixValidatorTest {

    private static final String ORDER = "11=17|55=IBM|54=1|60=20260302-08:00:00|38=100|40=2|";

    @Test
    void eachCheckFindsItsProblemAndIsSwitchedForItself() {
        finds(FixCheck.UNKNOWN_FIELDS, FixRejectReason.INVALID_TAG, 4999, ORDER + "4999=x|");
        finds(FixCheck.USER_FIELDS, FixRejectReason.INVALID_TAG, 5001, ORDER + "5001=x|");
        finds(FixCheck.MEMBERS, FixRejectReason.TAG_NOT_DEFINED, 112, ORDER + "112=x|");
        finds(FixCheck.EMPTY_FIELDS, FixRejectReason.NO_VALUE, 58, ORDER + "58=|");
        finds(FixCheck.FORMATS, FixRejectReason.DATA_FORMAT, 44, ORDER + "44=+1|");
        finds(FixCheck.VALUES, FixRejectReason.VALUE_INCORRECT, 21, ORDER + "21=9|");
        finds(FixCheck.REQUIRED, FixRejectReason.REQUIRED_TAG_MISSING, 55, ORDER.replace("55=IBM|", ""));
        finds(FixCheck.ORDER, FixRejectReason.TAG_ORDER, 50, ORDER + "50=x|");
        finds(FixCheck.REPEATED, FixRejectReason.REPEATED_TAG, 40, ORDER + "40=1|");
        finds(FixCheck.REPEATED, FixRejectReason.REPEATED_TAG, 5001, ORDER + "5001=x|5002=y|5001=z|");
        finds(FixCheck.GROUPS, FixRejectReason.GROUP_COUNT, 78, ORDER + "78=3|79=a|80=1|79=b|80=2|");
        finds(FixCheck.GROUPS, FixRejectReason.GROUP_ORDER, 80, ORDER + "78=1|80=1|79=a|");
        finds(FixCheck.GROUP_ORDER, FixRejectReason.GROUP_ORDER, 661, ORDER + "78=1|79=a|80=1|661=5|");
    }

    @Test
    void whatIsRequiredIsRequiredInEachEntry() {
        String list = "66=l|394=1|68=1|73=2|11=a|67=1|54=1|55=x|11=b|54=1|55=x|";
        finds(FixCheck.REQUIRED, FixRejectReason.REQUIRED_TAG_MISSING, 67, "E", list);
    }

    @Test
    void anUnknownMessageIsFound() {
        FixMessage message = new FixMessage();
        byte[] bytes = Samples.message("*", "");
        assertEquals(FixFault.NONE, message.parse(bytes, 0, bytes.length, Samples.FIX44));
        FixValidator validator = new FixValidator(FixCheck.all());
        assertFalse(validator.isValid(message));
        assertEquals(FixRejectReason.INVALID_MSG_TYPE, validator.problem().reason());
        assertTrue(new FixValidator(FixCheck.none()).isValid(message));
    }

    @Test
    void anAcceptedUnknownFieldIsReported() {
        FixValidator validator = new FixValidator(FixCheck.knownFields());
        assertTrue(validator.isValid(Samples.parsed(Samples.message("D", ORDER + "5001=x|4999=y|"))));
        assertEquals("2 5001", validator.unknownFields() + " " + validator.firstUnknownTag());
        assertTrue(validator.isValid(Samples.parsed(Samples.message("D", ORDER))));
        assertEquals("0 0", validator.unknownFields() + " " + validator.firstUnknownTag());
    }

    private static void finds(FixCheck check, FixRejectReason reason, int tag, String fields) {
        finds(check, reason, tag, "D", fields);
    }

    private static void finds(FixCheck check, FixRejectReason reason, int tag, String type, String fields) {
        FixMessage message = Samples.parsed(Samples.message(type, fields));
        FixValidator validator = new FixValidator(EnumSet.of(check));
        assertFalse(validator.isValid(message), fields);
        assertEquals(
                reason + " " + tag,
                validator.problem().reason() + " " + validator.problem().tag());
        Set<FixCheck> others = EnumSet.complementOf(EnumSet.of(check));
        FixValidator without = new FixValidator(others);
        assertTrue(
                without.isValid(message) || without.problem().reason() != reason,
                () -> check + " is not switched for itself");
    }
}
