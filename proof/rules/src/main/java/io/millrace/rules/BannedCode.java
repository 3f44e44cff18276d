package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls, types and annotations that have a better replacement here; each is looked for in code, not in comments. */
final class BannedCode implements Rule {

    /**
     * What is banned where, and what to write instead. Whatever the pattern finds contains one of the words: most files
     * have none of them, and looking for words takes a tenth of the time.
     */
    private record Ban(Pattern code, List<String> words, Predicate<RepositoryFile> where, String instead) {

        static Ban of(String code, List<String> words, Predicate<RepositoryFile> where, String instead) {
            return new Ban(Pattern.compile(code), words, where, instead);
        }

        boolean mayBeIn(RepositoryFile file) {
            return where.test(file) && words.stream().anyMatch(file.text()::contains);
        }
    }

    private static final Predicate<RepositoryFile> EVERYWHERE = RepositoryFile::isJava;
    private static final Predicate<RepositoryFile> MAIN = RepositoryFile::isMainJava;
    private static final Predicate<RepositoryFile> PUBLISHED = MAIN.and(RepositoryFile::isPublished);
    private static final Predicate<RepositoryFile> CORE = MAIN.and(in("core"));
    private static final Predicate<RepositoryFile> LIBRARY = CORE.or(MAIN.and(in("edge")));

    private static final List<Ban> BANS = List.of(
            Ban.of(
                    "\\b(sun|jdk\\.internal)\\.misc\\b",
                    List.of(".misc"),
                    EVERYWHERE,
                    "MemorySegment and VarHandle, through core/memory"),
            Ban.of(
                    "\\bSystem\\.(out|err)\\b",
                    List.of("System."),
                    PUBLISHED.and(notIn("tools/cli")).and(notIn("tools/bridge")),
                    "System.Logger, or a writer given in"),
            // The check that is removed from a process must be a constant for the compiler before any options exist;
            // reports of forgotten objects are set for a process, from outside a program that has forgotten them. The
            // launcher of an installed program says where that is, to whatever reads a topology in it.
            Ban.of(
                    "\\bSystem\\.(getProperty|getenv)\\b",
                    List.of("System.get"),
                    CORE.and(file -> !file.path().endsWith("/OwnerCheck.java")
                            && !file.path().endsWith("/OptionalParts.java")
                            && !file.path().endsWith("/Unclosed.java")),
                    "an options record given by the caller"),
            Ban.of(
                    "\\b(Integer\\.getInteger|Long\\.getLong|Boolean\\.getBoolean)\\b",
                    List.of("getInteger", "getLong", "getBoolean"),
                    CORE,
                    "an options record"),
            Ban.of(
                    "\\bThread\\.sleep\\b",
                    List.of("Thread.sleep"),
                    CORE,
                    "an IdleStrategy, or a wait for the thing itself"),
            Ban.of(
                    "\\bString\\.format\\b|\\.formatted\\(",
                    List.of("String.format", ".formatted"),
                    CORE,
                    "concatenation: name=value"),
            // Jakarta Transactions finds the transaction of a call by its thread. Other modules run on threads
            // of callers, which end or clear their locals after each task, so that the state is created again and
            // again.
            Ban.of(
                    "\\bThreadLocal\\b",
                    List.of("ThreadLocal"),
                    PUBLISHED.and(notIn("edge/transactions")),
                    "a field of the object that one thread owns, or StripedHistograms"),
            Ban.of(
                    "\\bjava\\.util\\.logging\\b",
                    List.of("java.util.logging"),
                    PUBLISHED,
                    "System.Logger, named like the package"),
            Ban.of(
                    "\\bSystem\\.exit\\b|\\.halt\\(",
                    List.of("System.exit", ".halt("),
                    LIBRARY,
                    "an exception; only the command ends the process"),
            Ban.of(
                    "\\.printStackTrace\\(\\)",
                    List.of(".printStackTrace()"),
                    EVERYWHERE,
                    "System.Logger with the exception as its argument"),
            Ban.of(
                    "\\bassumeTrue\\(\\s*false\\b|\\bassumeFalse\\(\\s*true\\b",
                    List.of("assumeTrue", "assumeFalse"),
                    EVERYWHERE,
                    "a test that runs, or none"),
            Ban.of("@Disabled\\b", List.of("@Disabled"), EVERYWHERE, "a test that runs, or none"),
            Ban.of(
                    "\\borg\\.(mockito|easymock|jmock)\\b",
                    List.of("mockito", "easymock", "jmock"),
                    EVERYWHERE,
                    "the real part, or a small class of the test"),
            Ban.of(
                    "\\bjava\\.util\\.(Date|Calendar)\\b|\\bSimpleDateFormat\\b",
                    List.of("java.util.Date", "java.util.Calendar", "SimpleDateFormat"),
                    EVERYWHERE,
                    "java.time"),
            Ban.of(
                    "\\bsynchronized\\b",
                    List.of("synchronized"),
                    MAIN.and(in("core/wire")),
                    "confinement to one thread"));

    private static Predicate<RepositoryFile> in(String folder) {
        return file -> file.path().startsWith(folder + "/");
    }

    private static Predicate<RepositoryFile> notIn(String folder) {
        return in(folder).negate();
    }

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository.files(RepositoryFile::isJava).forEach(file -> {
            List<Ban> possible = BANS.stream().filter(ban -> ban.mayBeIn(file)).toList();
            if (!possible.isEmpty()) {
                String code = CodeText.of(file.text());
                possible.forEach(ban -> search(file, code, ban, violations));
            }
        });
        return violations;
    }

    private static void search(RepositoryFile file, String code, Ban ban, List<Violation> violations) {
        Matcher found = ban.code().matcher(code);
        while (found.find()) {
            violations.add(new Violation(
                    file.path(),
                    file.lineAt(found.start()),
                    "banned=" + found.group().strip() + " instead=" + ban.instead()));
        }
    }
}
