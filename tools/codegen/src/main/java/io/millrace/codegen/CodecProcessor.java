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
 * Writes a codec for each class that is marked {@code io.millrace.wire.Precompiled}: {@code demo.Outer$Order} gets
 * {@code demo.Outer_Order_Codec}; and for each interface, which has calls, {@code demo.Orders_Calls}. What cannot have
 * one, since code of its package cannot reach it, is an error that names the member. Used by the compiler, by one
 * thread.
 */
@SupportedAnnotationTypes("io.millrace.wire.Precompiled")
public final class CodecProcessor extends AbstractProcessor {
    /** For the compiler. */
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
        return false; // others may want the annotation too
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
            error("the codec could not be written type=" + type.getQualifiedName() + " error=" + e, type);
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
