package io.millrace.fix;

/** Finds the passwords of Logons, Password (554) and NewPassword (925), and makes them unreadable. */
final class LogonPasswords {

    private static final int MOST_BEFORE_TYPE = 40;

    private LogonPasswords() {}

    static boolean isLogon(byte[] bytes, int offset, int length) {
        int end = offset + Math.min(length, MOST_BEFORE_TYPE) - 5;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == FixText.SOH && bytes[i + 1] == '3' && bytes[i + 2] == '5' && bytes[i + 3] == '=') {
                return bytes[i + 4] == 'A' && bytes[i + 5] == FixText.SOH;
            }
        }
        return false;
    }

    /** Puts stars for passwords in the first bytes of an array; the length stays. */
    static void mask(byte[] bytes, int length) {
        for (int i = 0; i + 5 < length; i++) {
            if (bytes[i] == FixText.SOH && bytes[i + 4] == '=' && isPassword(bytes, i + 1)) {
                for (int at = i + 5; at < length && bytes[at] != FixText.SOH; at++) {
                    bytes[at] = '*';
                }
            }
        }
    }

    private static boolean isPassword(byte[] bytes, int at) {
        return (bytes[at] == '5' && bytes[at + 1] == '5' && bytes[at + 2] == '4')
                || (bytes[at] == '9' && bytes[at + 1] == '2' && bytes[at + 2] == '5');
    }
}
