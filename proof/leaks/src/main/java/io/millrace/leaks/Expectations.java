package io.millrace.leaks;

import io.millrace.leaks.ExpectedLog.Occurrence;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** What a test declares about itself: the log records it expects and what it may leak. */
record Expectations(List<ExpectedLog> logs, List<Pattern> threads, List<Pattern> files, boolean mayRequireLogs) {

    /** Reads the annotations of a test method and of the classes around it; those of the outer ones only permit. */
    static Expectations of(ExtensionContext context) {
        List<ExpectedLog> logs = new ArrayList<>();
        List<Pattern> threads = new ArrayList<>();
        List<Pattern> files = new ArrayList<>();
        Optional<ExtensionContext> scope = Optional.of(context);
        while (scope.isPresent()) {
            scope.get().getElement().ifPresent(element -> collect(element, logs, threads, files));
            scope = scope.get().getParent();
        }
        return new Expectations(
                List.copyOf(logs),
                List.copyOf(threads),
                List.copyOf(files),
                context.getTestMethod().isPresent());
    }

    private static void collect(
            AnnotatedElement element, List<ExpectedLog> logs, List<Pattern> threads, List<Pattern> files) {
        logs.addAll(AnnotationSupport.findRepeatableAnnotations(element, ExpectedLog.class));
        AnnotationSupport.findAnnotation(element, Tolerates.class).ifPresent(tolerates -> {
            for (String thread : tolerates.threads()) {
                threads.add(Pattern.compile(thread));
            }
            for (String file : tolerates.files()) {
                files.add(Pattern.compile(file));
            }
        });
    }

    boolean expects(LoggedRecord logged) {
        return logs.stream().anyMatch(expected -> logged.contains(expected.value()));
    }

    /** Returns the expectations that a test, as against the class around it, must have met and has not. */
    List<String> unmet(List<LoggedRecord> logged) {
        if (!mayRequireLogs) {
            return List.of();
        }
        Predicate<ExpectedLog> unmet =
                expected -> logged.stream().noneMatch(record -> record.contains(expected.value()));
        return logs.stream()
                .filter(expected -> expected.occurs() == Occurrence.ALWAYS)
                .filter(unmet)
                .map(ExpectedLog::value)
                .toList();
    }

    boolean toleratesThread(String name) {
        return threads.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }

    boolean toleratesFile(String path) {
        return files.stream().anyMatch(pattern -> pattern.matcher(path).matches());
    }
}
