package io.millrace.fix.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.lang.model.SourceVersion;

/** Names in Java for names in dictionaries. */
final class JavaNames {

    private JavaNames() {}

    /** Returns {@code clOrdId} for {@code ClOrdID}. */
    static String member(String name) {
        List<String> words = words(name);
        StringBuilder member = new StringBuilder(words.getFirst().toLowerCase(Locale.ROOT));
        words.subList(1, words.size()).forEach(word -> member.append(capitalized(word)));
        return usable(member.toString());
    }

    /** Returns {@code ClOrdId} for {@code ClOrdID}. */
    static String type(String name) {
        StringBuilder type = new StringBuilder();
        words(name).forEach(word -> type.append(capitalized(word)));
        return usable(type.toString());
    }

    /** Returns {@code SELL_SHORT} for {@code SellShort}, {@code Sell short} and {@code SELL_SHORT}. */
    static String constant(String meaning) {
        List<String> words = new ArrayList<>();
        for (String part : meaning.split("[^\\p{Alnum}]+", -1)) {
            if (!part.isEmpty()) {
                words.addAll(words(part));
            }
        }
        String constant = String.join("_", words).toUpperCase(Locale.ROOT);
        if (constant.isEmpty() || !Character.isLetter(constant.charAt(0))) {
            constant = "VALUE_" + constant;
        }
        return usable(constant);
    }

    /** Returns the member for a group: {@code partyIds} for {@code NoPartyIDs}. */
    static String groupMember(String counter) {
        return member(withoutNo(counter));
    }

    /** Returns the class of entries: {@code PartyId} for {@code NoPartyIDs}, {@code MdEntry} for a group of entries. */
    static String groupType(String counter) {
        String many = type(withoutNo(counter));
        if (many.endsWith("ies") && many.length() > 3) {
            return many.substring(0, many.length() - 3) + "y";
        }
        return many.endsWith("s") && !many.endsWith("ss") ? many.substring(0, many.length() - 1) : many + "Entry";
    }

    private static String withoutNo(String counter) {
        boolean prefixed = counter.length() > 2 && counter.startsWith("No") && Character.isUpperCase(counter.charAt(2));
        return prefixed ? counter.substring(2) : counter;
    }

    /** Splits before a capital that follows a small letter, and before the last capital of several. */
    private static List<String> words(String name) {
        String text = name.replace("IDs", "Ids");
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int i = 1; i < text.length(); i++) {
            char before = text.charAt(i - 1);
            char here = text.charAt(i);
            boolean afterSmall = Character.isUpperCase(here) && !Character.isUpperCase(before);
            boolean lastOfMany =
                    Character.isUpperCase(here) && i + 1 < text.length() && Character.isLowerCase(text.charAt(i + 1));
            if (afterSmall || lastOfMany || here == '_') {
                add(words, text.substring(from, i));
                from = i;
            }
        }
        add(words, text.substring(from));
        return words;
    }

    private static void add(List<String> words, String word) {
        String bare = word.replace("_", "");
        if (!bare.isEmpty()) {
            words.add(bare);
        }
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1).toLowerCase(Locale.ROOT);
    }

    private static String usable(String name) {
        return SourceVersion.isKeyword(name) ? name + "Value" : name;
    }

    /** Returns whether a name that a user chose can be the name of a class or member. */
    static boolean isName(String name) {
        return SourceVersion.isIdentifier(name) && !SourceVersion.isKeyword(name);
    }
}
