package io.millrace.codegen;

import io.millrace.codegen.CallSource.MethodSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * An interface of calls as declared in source.
 *
 * @param packageName its package, empty for the unnamed one
 * @param binaryName its binary name
 * @param sourceName its full name, as named in source
 * @param calls its calls
 */
record InterfaceSource(String packageName, String binaryName, String sourceName, List<CallSource> calls) {
    /** The most methods of a chain. */
    private static final int MAX_CHAIN = 4;

    static InterfaceSource of(TypeElement type, ProcessingEnvironment environment) throws UnreachableMemberException {
        for (Element outer = type; outer.getKind() != ElementKind.PACKAGE; outer = outer.getEnclosingElement()) {
            MessageSource.requireVisible(outer, type);
        }
        List<CallSource> calls = new ArrayList<>();
        new Reader(type, environment, calls).read((DeclaredType) type.asType(), List.of());
        return new InterfaceSource(
                MessageSource.packageName(type, environment),
                environment.getElementUtils().getBinaryName(type).toString(),
                type.getQualifiedName().toString(),
                List.copyOf(calls));
    }

    /** Returns the full name of the class that is generated for it. */
    String codecName() {
        return binaryName.replace('$', '_') + "_Calls";
    }

    String simpleCodecName() {
        return codecName().substring(packageName.isEmpty() ? 0 : packageName.length() + 1);
    }

    /** Visits the methods and the methods of the interfaces that they return. */
    private record Reader(TypeElement root, ProcessingEnvironment environment, List<CallSource> calls) {
        void read(DeclaredType used, List<MethodSource> before) throws UnreachableMemberException {
            DeclaredType owner = implemented(used);
            TypeElement type = (TypeElement) owner.asElement();
            List<ExecutableElement> methods =
                    ElementFilter.methodsIn(environment.getElementUtils().getAllMembers(type)).stream()
                            .filter(method -> isCandidate(method))
                            .toList();
            for (ExecutableElement method : methods) {
                boolean hidden = methods.stream()
                        .anyMatch(other -> environment.getElementUtils().overrides(other, method, type));
                if (!hidden) {
                    method(method, owner, before);
                }
            }
        }

        private boolean isCandidate(ExecutableElement method) {
            return method.getEnclosingElement().getKind() == ElementKind.INTERFACE
                    && !method.getModifiers().contains(Modifier.STATIC)
                    && !method.getModifiers().contains(Modifier.PRIVATE)
                    && !isOfObject(method);
        }

        private boolean isOfObject(ExecutableElement method) {
            TypeElement object = environment.getElementUtils().getTypeElement("java.lang.Object");
            return ElementFilter.methodsIn(object.getEnclosedElements()).stream()
                    .anyMatch(each -> each.getModifiers().contains(Modifier.PUBLIC)
                            && erasure(each).equals(erasure(method)));
        }

        private void method(ExecutableElement method, DeclaredType owner, List<MethodSource> before)
                throws UnreachableMemberException {
            boolean open = method.getModifiers().contains(Modifier.ABSTRACT);
            TypeMirror returned =
                    ((ExecutableType) environment.getTypeUtils().asMemberOf(owner, method)).getReturnType();
            boolean ends = returned.getKind() == TypeKind.VOID;
            if (!ends && !isInterface(returned)) {
                if (!open) {
                    return; // a default method whose types do not fit is not a call
                }
                throw new UnreachableMemberException(
                        "a method that is called through a channel must return void, or the interface of the calls that"
                                + " follow it; calls of an interface with results are not precompiled, so leave the"
                                + " annotation out" + about(method),
                        method);
            }
            if (!method.getThrownTypes().isEmpty()) {
                throw new UnreachableMemberException(
                        "a call that declares exceptions cannot be precompiled" + about(method), method);
            }
            if (!ends && before.size() + 1 >= MAX_CHAIN) {
                throw new UnreachableMemberException(
                        "a chain of calls is too long; does it lead to itself? limit=" + MAX_CHAIN + about(method),
                        method);
            }
            List<MethodSource> methods = new ArrayList<>(before);
            methods.add(source(
                    method,
                    owner,
                    ends ? "" : implemented((DeclaredType) returned).toString()));
            if (ends) {
                calls.add(new CallSource(List.copyOf(methods)));
            } else {
                read((DeclaredType) returned, List.copyOf(methods));
            }
        }

        private MethodSource source(ExecutableElement method, DeclaredType owner, String returned) {
            ExecutableType typed = (ExecutableType) environment.getTypeUtils().asMemberOf(owner, method);
            List<FieldSource> parameters = new ArrayList<>();
            for (int i = 0; i < method.getParameters().size(); i++) {
                parameters.add(MessageSource.field(
                        method.getParameters().get(i), typed.getParameterTypes().get(i), environment));
            }
            TypeElement type = (TypeElement) owner.asElement();
            return new MethodSource(
                    owner.toString(),
                    type.getQualifiedName().toString(),
                    environment.getElementUtils().getBinaryName(type).toString(),
                    method.getSimpleName().toString(),
                    erasure(method),
                    List.copyOf(parameters),
                    returned);
        }

        private String erasure(ExecutableElement method) {
            return method.getParameters().stream()
                    .map(each -> MessageSource.binary(environment.getTypeUtils().erasure(each.asType()), environment))
                    .collect(Collectors.joining(",", method.getSimpleName() + "(", ")"));
        }

        /** Returns the type for an {@code implements} clause: with its type arguments if all are known, else erased. */
        private DeclaredType implemented(DeclaredType used) {
            boolean known = used.getTypeArguments().stream()
                    .allMatch(argument ->
                            argument.getKind() == TypeKind.DECLARED || argument.getKind() == TypeKind.ARRAY);
            return known ? used : (DeclaredType) environment.getTypeUtils().erasure(used);
        }

        private static boolean isInterface(TypeMirror type) {
            return type instanceof DeclaredType declared
                    && declared.asElement().getKind() == ElementKind.INTERFACE
                    && !declared.asElement().toString().startsWith("java."); // a result, such as a list or a stage
        }

        private String about(ExecutableElement method) {
            return " method=" + method.getSimpleName() + " type=" + root.getQualifiedName();
        }
    }
}
