package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comments, messages and documents use the field's terms; this rule knows the words that hide them. */
final class PlainWords implements Rule {

    /** A pattern; whatever it finds contains one of the parts, as most texts do not: they need no search. */
    private record Word(List<String> parts, Pattern text, String instead) {

        static Word of(List<String> parts, String text, String instead) {
            return new Word(parts, Pattern.compile(text, Pattern.CASE_INSENSITIVE), instead);
        }
    }

    /** Phrases of standard English: in place, takes place, takes the place of, decimal places. */
    private static final String STANDARD_PLACES =
            "(?<!\\bin |\\btakes? |\\btook |\\btaking |\\bdecimal |\\btakes? the |\\btakes? its )";

    private static final String PERSONS =
            "(?<!\\b(users?|operators?|people|readers?|those|authors?|developers?|engineers?) )";

    /** What is looked for comes first, then what may not be before it: most of a text is neither. */
    private static final List<Word> WORDS = List.of(
            Word.of(
                    List.of("body", "whoever"),
                    "\\b(nobody|somebody|anybody|whoever)\\b",
                    "thread, writer, reader, process, caller, user"),
            Word.of(List.of("on"), "\\b(go|goes|went|going|gone)\\s+on\\b(?!\\s+the\\b)", "continue"),
            Word.of(List.of("behind"), "\\bbehind\\b", "after, beyond, lags"),
            Word.of(List.of("place"), "\\b(?=place)" + STANDARD_PLACES + "places?\\b", "position, offset, path, slot"),
            // Pronouns of persons are for persons; threads, writers and calls are none.
            Word.of(List.of("who"), "\\b(?=who\\b)" + PERSONS + "who", "thread, writer, reader, process"));

    /** Of documents, which speak of people too, and in which topologies put threads on hosts. */
    private static final List<Word> WORDS_OF_DOCUMENTS = List.of(
            WORDS.get(0),
            WORDS.get(1),
            WORDS.get(2),
            Word.of(
                    List.of("place"),
                    "(?<!\\btakes? |\\btook |\\btaking |\\bin )"
                            + "\\b(the|a|its|each|every|another|some|one) place\\b(?! in| where)",
                    "position, offset, path, slot"));

    /** What is quoted from a program, or a name in code. */
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`|^<!--.*?-->|\\]\\([^)\\n]*\\)");

    private final Predicate<RepositoryFile> where;

    PlainWords() {
        this(_ -> true);
    }

    PlainWords(Predicate<RepositoryFile> where) {
        this.where = where;
    }

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(RepositoryFile::isJava).filter(where).forEach(file -> {
            search(file, CodeText.comments(file.text()), WORDS, violations);
            if (file.isMainJava() && !file.path().endsWith("/PlainWords.java")) {
                search(file, CodeText.strings(file.text()), WORDS, violations);
            }
        });
        repository
                .files(file -> file.path().endsWith(".md"))
                .filter(where)
                .forEach(file -> search(file, prose(file.text()), WORDS_OF_DOCUMENTS, violations));
        return violations;
    }

    /** Returns a document with blanks in place of code, so that lines keep their numbers. */
    private static String prose(String text) {
        return CODE.matcher(text).replaceAll(code -> code.group().replaceAll("[^\n]", " "));
    }

    private static void search(RepositoryFile file, String text, List<Word> words, List<Violation> violations) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (Word word : words) {
            if (word.parts().stream().noneMatch(lower::contains)) {
                continue;
            }
            Matcher found = word.text().matcher(text);
            while (found.find()) {
                violations.add(new Violation(
                        file.path(),
                        file.lineAt(found.start()),
                        "word=" + found.group().strip() + " instead=" + word.instead()));
            }
        }
    }
}
