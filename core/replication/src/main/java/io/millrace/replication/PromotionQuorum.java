package io.millrace.replication;

import java.util.Collection;
import java.util.Map;

/** Decides whether one of the members that have answered must hold everything that was acknowledged. */
final class PromotionQuorum {

    private PromotionQuorum() {}

    /** Returns the newest configuration that any of the members knows, or null. */
    static Configuration newest(Collection<MemberStatus> answers) {
        Configuration newest = null;
        for (MemberStatus answer : answers) {
            Configuration other = answer.configuration();
            if (other != null && (newest == null || other.version().compareTo(newest.version()) > 0)) {
                newest = other;
            }
        }
        return newest;
    }

    /** Returns null if enough whole members of all sets have answered, or what is missing. */
    static String missing(Configuration configuration, Map<Long, MemberStatus> answers) {
        String missing = missing(configuration.present(), answers);
        if (missing == null && configuration.previous() != null) {
            missing = missing(configuration.previous(), answers);
        }
        return missing;
    }

    /** Returns null if every member of all sets has answered, or the names of those that have not. */
    static String silent(Configuration configuration, Map<Long, MemberStatus> answers) {
        StringBuilder silent = new StringBuilder();
        for (MemberEntry member : configuration.everyone()) {
            if (!answers.containsKey(member.copyId())) {
                silent.append(silent.isEmpty() ? "silent=" : ",").append(member.name());
            }
        }
        return silent.isEmpty() ? null : silent.toString();
    }

    private static String missing(MemberSet set, Map<Long, MemberStatus> answers) {
        int whole = 0;
        StringBuilder answered = new StringBuilder();
        StringBuilder silent = new StringBuilder();
        for (MemberEntry member : set.members()) {
            MemberStatus answer = answers.get(member.copyId());
            if (answer == null) {
                silent.append(silent.isEmpty() ? "" : ",").append(member.name());
            } else {
                answered.append(answered.isEmpty() ? "" : ",").append(member.name());
                answered.append(answer.whole() ? "" : "(not whole)");
                whole += answer.whole() ? 1 : 0;
            }
        }
        if (whole >= set.promises()) {
            return null;
        }
        return "needed=" + set.promises() + " whole=" + whole + " answered=" + answered + " silent=" + silent;
    }
}
