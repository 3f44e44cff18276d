package io.millrace.kafka;

import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import io.millrace.wire.Wire;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the annotations of interfaces say about the records of their calls, checked before anything is sent. */
final class CallAnnotations {
    private static final String RESERVED_HEADERS = "millrace.";
    private static final Form NONE =
            new Form(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), false);

    private final Map<String, Form> forms = new LinkedHashMap<>();
    private final Map<String, Class<?>> declared = new HashMap<>();

    /**
     * What is said about the calls of one method.
     *
     * @param topic the topic
     * @param key the path of the field that is the key
     * @param partition the path of the field that is the number of the partition
     * @param time the path of the field that is the time stamp
     * @param headers the paths of the fields that are headers, by the names of these
     * @param isTombstone whether its records have no value
     */
    record Form(
            Optional<String> topic,
            Optional<String> key,
            Optional<String> partition,
            Optional<String> time,
            Map<String, String> headers,
            boolean isTombstone) {}

    private CallAnnotations() {}

    /**
     * Reads the annotations of interfaces.
     *
     * @throws KafkaServiceException where annotations contradict each other, or name fields that are not there
     */
    static CallAnnotations of(Wire wire, List<Class<?>> interfaces) {
        CallAnnotations all = new CallAnnotations();
        for (Class<?> each : interfaces) {
            for (CallSchema schema : wire.calls(each)) {
                all.add(each, schema);
            }
        }
        return all;
    }

    /** Returns what is said about a method; nothing of one that no interface has. */
    Form of(String method) {
        return forms.getOrDefault(method, NONE);
    }

    /** Returns what is said about methods by their names. */
    Map<String, Form> forms() {
        return forms;
    }

    private void add(Class<?> type, CallSchema schema) {
        String name = schema.methodName();
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .toList();
        if (methods.size() != 1) {
            throw new KafkaServiceException("annotations need methods with names of their own interface="
                    + type.getName() + " method=" + name + " methods=" + methods.size());
        }
        Form form = form(type, schema, methods.getFirst());
        Form before = forms.put(name, form);
        Class<?> of = declared.put(name, type);
        if (before != null && !before.equals(form)) {
            throw new KafkaServiceException("annotations of a method contradict each other method=" + name
                    + " interfaces=" + List.of(of.getName(), type.getName()));
        }
    }

    private static Form form(Class<?> type, CallSchema schema, Method method) {
        String where = " interface=" + type.getName() + " method=" + method.getName();
        ToTopic topic = method.isAnnotationPresent(ToTopic.class)
                ? method.getAnnotation(ToTopic.class)
                : type.getAnnotation(ToTopic.class);
        if (topic != null && topic.value().isBlank()) {
            throw new KafkaServiceException("the name of a topic is empty annotation=ToTopic" + where);
        }
        String key = null;
        String partition = null;
        String time = null;
        Map<String, String> headers = new LinkedHashMap<>();
        Parameter[] parameters = method.getParameters();
        for (int number = 0; number < parameters.length; number++) {
            Parameter parameter = parameters[number];
            AsKey asKey = parameter.getAnnotation(AsKey.class);
            if (asKey != null) {
                key = once("AsKey", key, path(schema, number, asKey.value(), "AsKey" + where), where);
            }
            AsPartition asPartition = parameter.getAnnotation(AsPartition.class);
            if (asPartition != null) {
                String path = path(schema, number, asPartition.value(), "AsPartition" + where);
                partition = once("AsPartition", partition, path, where);
            }
            AsTime asTime = parameter.getAnnotation(AsTime.class);
            if (asTime != null) {
                time = once("AsTime", time, path(schema, number, asTime.value(), "AsTime" + where), where);
            }
            for (AsHeader header : parameter.getAnnotationsByType(AsHeader.class)) {
                String path = path(schema, number, header.value(), "AsHeader" + where);
                if (header.name().isBlank() || header.name().startsWith(RESERVED_HEADERS)) {
                    throw new KafkaServiceException(
                            "a header cannot have this name annotation=AsHeader name='" + header.name() + "'" + where);
                }
                String before = headers.put(header.name(), path);
                once("AsHeader name=" + header.name(), before, path, where);
            }
        }
        return new Form(
                Optional.ofNullable(topic).map(ToTopic::value),
                Optional.ofNullable(key),
                Optional.ofNullable(partition),
                Optional.ofNullable(time),
                Collections.unmodifiableMap(headers),
                method.isAnnotationPresent(AsTombstone.class));
    }

    private static String once(String annotation, String before, String path, String where) {
        if (before != null) {
            throw new KafkaServiceException("a method has an annotation twice annotation=" + annotation + " fields="
                    + List.of(before, path) + where);
        }
        return path;
    }

    /** Returns the path of a field from the arguments on; it must be there, and a value with a text. */
    private static String path(CallSchema schema, int parameter, String field, String where) {
        String name = schema.parameters().get(parameter).name();
        String path = field.isEmpty() ? name : name + "." + field;
        if (FieldReader.of(schema, path).isEmpty()) {
            throw new KafkaServiceException("an annotation names a field that a parameter does not have, or that is no"
                    + " single value field=" + path + " annotation=" + where);
        }
        return path;
    }
}
