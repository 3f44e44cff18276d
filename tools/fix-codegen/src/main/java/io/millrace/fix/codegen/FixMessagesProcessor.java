package io.millrace.fix.codegen;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.annotation.processing.SupportedOptions;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Generates the classes of the file that the option {@code millrace.fix} names, as in {@code
 * -Amillrace.fix=src/main/fix/messages.yaml}, when an application is compiled; several files have commas between them.
 * Without the option it does nothing. The compiler calls it with one thread.
 */
@SupportedAnnotationTypes("*")
@SupportedOptions(FixMessagesProcessor.OPTION)
public final class FixMessagesProcessor extends AbstractProcessor {

    static final String OPTION = "millrace.fix";

    private boolean done;

    /** Creates a processor; called by the compiler. */
    public FixMessagesProcessor() {}

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        String files = processingEnv.getOptions().get(OPTION);
        if (!done && files != null) {
            done = true;
            for (String file : files.split(",", -1)) {
                generate(Path.of(file.strip()));
            }
        }
        return false;
    }

    private void generate(Path file) {
        try {
            for (GeneratedSource source : FixCodegen.generate(file)) {
                try (Writer writer = processingEnv
                        .getFiler()
                        .createSourceFile(source.qualifiedName())
                        .openWriter()) {
                    writer.write(source.text());
                }
            }
        } catch (FixCodegenException e) {
            error(e.getMessage());
        } catch (IOException e) {
            error("a source could not be written file=" + file + " error=" + e);
        }
    }

    private void error(String message) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message);
    }
}
