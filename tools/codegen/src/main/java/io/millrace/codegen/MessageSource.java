package io.millrace.codegen;

import io.millrace.codegen.FieldSource.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * A message class as declared in source.
 *
 * @param packageName its package, empty for the unnamed one
 * @param binaryName its binary name
 * @param sourceName its full name, as named in source
 * @param form whether it is a record
 * @param isFinal whether it has no subclasses
 * @param fields its fields, those of superclasses first
 */
record MessageSource(
        String packageName,
        String binaryName,
        String sourceName,
        Form form,
        boolean isFinal,
        List<FieldSource> fields) {
    private static final String KEY = "io.millrace.wire.Key";
    private static final String CONVERTED = "io.millrace.wire.Converted";
    private static final Set<String> DIRECT = Set.of("java.lang.String", "byte[]");

    /** The form of a message class. */
    enum Form {
        RECORD,
        CLASS
    }

    static MessageSource of(TypeElement type, ProcessingEnvironment environment) throws UnreachableMemberException {
        boolean isRecord = type.getKind() == ElementKind.RECORD;
        if (!isRecord && (type.getKind() != ElementKind.CLASS || is(type, Modifier.ABSTRACT))) {
            throw new UnreachableMemberException(
                    "only a record or a class that is not abstract has a codec type=" + type.getQualifiedName(), type);
        }
        for (Element outer = type; outer.getKind() != ElementKind.PACKAGE; outer = outer.getEnclosingElement()) {
            requireVisible(outer, type);
        }
        List<FieldSource> fields = new ArrayList<>();
        if (isRecord) {
            for (RecordComponentElement component : type.getRecordComponents()) {
                fields.add(field(component, component.asType(), environment));
            }
        } else {
            constructor(type);
            fields(type, type, environment, fields);
        }
        return new MessageSource(
                packageName(type, environment),
                environment.getElementUtils().getBinaryName(type).toString(),
                type.getQualifiedName().toString(),
                isRecord ? Form.RECORD : Form.CLASS,
                isRecord || is(type, Modifier.FINAL),
                List.copyOf(fields));
    }

    static String packageName(TypeElement type, ProcessingEnvironment environment) {
        return environment
                .getElementUtils()
                .getPackageOf(type)
                .getQualifiedName()
                .toString();
    }

    /** Returns the full name of the codec. */
    String codecName() {
        return binaryName.replace('$', '_') + "_Codec";
    }

    String simpleCodecName() {
        return codecName().substring(packageName.isEmpty() ? 0 : packageName.length() + 1);
    }

    /** Returns the expression of a field of the message {@code m}. */
    String value(FieldSource field) {
        return "m." + field.name() + (form == Form.RECORD ? "()" : "");
    }

    /**
     * Generates the declaration of the message {@code m}, which must be of exactly this class, since fields of a
     * subclass would be lost.
     */
    void typed(SourceText out, int depth) {
        if (!isFinal) {
            out.line(depth, "if (message.getClass() != " + sourceName + ".class) {");
            out.line(depth + 1, "throw WireException.otherClass(message, TYPE);");
            out.line(depth, "}");
        }
        out.line(depth, sourceName + " m = (" + sourceName + ") message;");
    }

    /** Returns the expression of {@code reuse} if it is of this class, else of a new message. */
    String reused() {
        return "reuse != null && reuse.getClass() == " + sourceName + ".class ? (" + sourceName + ") reuse : new "
                + sourceName + "()";
    }

    /** Returns the expression of a record whose components are variables with a letter and a number as names. */
    String construct(String letter) {
        return IntStream.range(0, fields.size())
                .mapToObj(i -> letter + i)
                .collect(Collectors.joining(", ", "new " + sourceName + "(", ")"));
    }

    private static void constructor(TypeElement type) throws UnreachableMemberException {
        for (ExecutableElement constructor : ElementFilter.constructorsIn(type.getEnclosedElements())) {
            if (constructor.getParameters().isEmpty()) {
                requireVisible(constructor, type);
                return;
            }
        }
        throw new UnreachableMemberException(
                "a mutable message has no constructor without parameters type=" + type.getQualifiedName(), type);
    }

    private static void fields(
            TypeElement type, TypeElement message, ProcessingEnvironment environment, List<FieldSource> fields)
            throws UnreachableMemberException {
        if (type.getSuperclass() instanceof DeclaredType above
                && above.asElement() instanceof TypeElement parent
                && !parent.getQualifiedName().contentEquals("java.lang.Object")) {
            fields(parent, message, environment, fields);
        }
        boolean near = environment
                .getElementUtils()
                .getPackageOf(type)
                .equals(environment.getElementUtils().getPackageOf(message));
        for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
            if (is(field, Modifier.STATIC) || is(field, Modifier.TRANSIENT)) {
                continue;
            }
            requireVisible(field, message);
            if (is(field, Modifier.FINAL) || (!near && !is(field, Modifier.PUBLIC))) {
                throw unreachable(field, message, "it is final, or of another package and not public");
            }
            fields.add(field(field, field.asType(), environment));
        }
    }

    /** Returns the description of a field or a parameter of a type. */
    static FieldSource field(Element element, TypeMirror declared, ProcessingEnvironment environment) {
        TypeMirror erased = environment.getTypeUtils().erasure(declared);
        String source = source(erased);
        String boxed = erased instanceof PrimitiveType primitive
                ? environment
                        .getTypeUtils()
                        .boxedClass(primitive)
                        .getQualifiedName()
                        .toString()
                : source;
        boolean converted =
                isConverted(element) || (erased instanceof DeclaredType type && isConverted(type.asElement()));
        boolean direct = !converted && (erased.getKind().isPrimitive() || DIRECT.contains(source));
        return new FieldSource(
                element.getSimpleName().toString(),
                source,
                binary(erased, environment),
                boxed,
                direct ? FieldSource.Access.DIRECT : FieldSource.Access.CODEC,
                converted ? Kind.OTHER : kind(erased),
                isMarked(element, KEY) ? FieldSource.Role.KEY : FieldSource.Role.PLAIN);
    }

    private static Kind kind(TypeMirror erased) {
        if (erased.getKind().isPrimitive() || FieldSource.isScalar(source(erased))) {
            return Kind.SCALAR;
        }
        if (!(erased instanceof DeclaredType declared) || !(declared.asElement() instanceof TypeElement type)) {
            return Kind.OTHER;
        }
        return switch (type.getKind()) {
            case ENUM -> Kind.ENUM;
            case RECORD -> Kind.MESSAGE;
            case CLASS ->
                is(type, Modifier.ABSTRACT)
                                || is(type, Modifier.SEALED)
                                || source(erased).equals("java.lang.Object")
                        ? Kind.OTHER
                        : Kind.MESSAGE;
            default -> Kind.OTHER;
        };
    }

    private static String source(TypeMirror type) {
        return switch (type) {
            case ArrayType array -> source(array.getComponentType()) + "[]";
            case DeclaredType declared ->
                ((TypeElement) declared.asElement()).getQualifiedName().toString();
            default -> type.getKind().name().toLowerCase(java.util.Locale.ROOT);
        };
    }

    static String binary(TypeMirror type, ProcessingEnvironment environment) {
        return switch (type) {
            case ArrayType array -> binary(array.getComponentType(), environment) + "[]";
            case DeclaredType declared ->
                environment
                        .getElementUtils()
                        .getBinaryName((TypeElement) declared.asElement())
                        .toString();
            default -> source(type);
        };
    }

    private static boolean isConverted(AnnotatedConstruct element) {
        return isMarked(element, CONVERTED);
    }

    static boolean isMarked(AnnotatedConstruct element, String annotation) {
        return element.getAnnotationMirrors().stream()
                .anyMatch(mirror -> mirror.getAnnotationType().getKind() == TypeKind.DECLARED
                        && ((TypeElement) mirror.getAnnotationType().asElement())
                                .getQualifiedName()
                                .contentEquals(annotation));
    }

    private static boolean is(Element element, Modifier modifier) {
        return element.getModifiers().contains(modifier);
    }

    static void requireVisible(Element element, TypeElement message) throws UnreachableMemberException {
        if (is(element, Modifier.PRIVATE)) {
            throw unreachable(element, message, "it is private");
        }
    }

    private static UnreachableMemberException unreachable(Element element, TypeElement message, String why) {
        return new UnreachableMemberException(
                "the codec of a message cannot access a member: " + why + " member=" + element.getSimpleName()
                        + " type=" + message.getQualifiedName() + "; change that, or remove @Precompiled",
                element);
    }
}
