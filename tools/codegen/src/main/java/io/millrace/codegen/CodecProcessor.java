package io.millrace.codegen;

import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Generates the code for types that are annotated {@code io.millrace.wire.Precompiled}: for the class {@code
 * demo.Outer$Order} the codec {@code demo.Outer_Order_Codec}, for the interface {@code demo.Orders} its calls in {@code
 * demo.Orders_Calls}. A member that code of its package cannot access is an error. The compiler calls it with one
 * thread.
 */
@SupportedAnnotationTypes("io.millrace.wire.Precompiled")
public final class CodecProcessor extends AbstractProcessor {
    /** Creates a processor; called by the compiler. */
    public CodecProcessor() {}

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                generate((TypeElement) element);
            }
        }
        return false; // other processors may use the annotation too
    }

    private void generate(TypeElement type) {
        try {
            if (type.getKind() == ElementKind.INTERFACE && !type.getModifiers().contains(Modifier.SEALED)) {
                InterfaceSource calls = InterfaceSource.of(type, processingEnv);
                write(calls.codecName(), CallsWriter.write(calls), type);
            } else {
                MessageSource message = MessageSource.of(type, processingEnv);
                write(message.codecName(), CodecWriter.write(message), type);
            }
        } catch (UnreachableMemberException e) {
            error(e.getMessage(), e.element());
        } catch (IOException e) {
            error("a codec could not be written type=" + type.getQualifiedName() + " error=" + e, type);
        }
    }

    private void write(String name, String source, TypeElement type) throws IOException {
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, type).openWriter()) {
            writer.write(source);
        }
    }

    private void error(String message, Element element) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message, element);
    }
}
