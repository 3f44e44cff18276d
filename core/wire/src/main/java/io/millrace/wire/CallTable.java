package io.millrace.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The calls of several interfaces, numbered; a method that two interfaces have in common is one call. */
record CallTable(List<CallModel> models, Map<String, Integer> byKey) {
    /** Returns the calls that writers of the interfaces make. */
    static CallTable written(Codecs codecs, Class<?>... interfaces) {
        List<CallModel> all = new ArrayList<>();
        for (Class<?> type : interfaces) {
            all.addAll(CallModel.written(type, codecs));
        }
        return distinct(all);
    }

    /** Returns the calls that the interfaces can receive. */
    static CallTable of(Class<?>... interfaces) {
        List<CallModel> all = new ArrayList<>();
        for (Class<?> type : interfaces) {
            all.addAll(CallModel.of(type));
        }
        return distinct(all);
    }

    /** Returns the calls that the interfaces of a component can receive, those with results included. */
    static CallTable answered(Class<?>... interfaces) {
        List<CallModel> all = new ArrayList<>();
        for (Class<?> type : interfaces) {
            all.addAll(CallModel.answered(type));
        }
        return distinct(all);
    }

    /** Returns the queries of the interfaces. */
    static CallTable queries(Class<?>... interfaces) {
        List<CallModel> all = new ArrayList<>();
        for (Class<?> type : interfaces) {
            all.addAll(CallModel.queries(type));
        }
        return distinct(all);
    }

    private static CallTable distinct(List<CallModel> all) {
        List<CallModel> models = new ArrayList<>();
        Map<String, Integer> byKey = new HashMap<>();
        Map<String, CallModel> byId = new HashMap<>();
        for (CallModel call : all) {
            if (byKey.putIfAbsent(call.key(), models.size()) != null) {
                continue;
            }
            models.add(call);
            String chain = call.path().substring(0, call.path().lastIndexOf('.') + 1);
            CallModel same = call.id() == 0 ? null : byId.putIfAbsent(chain + call.id(), call);
            if (same != null) {
                throw new WireTypeException("two methods have the same number id=" + call.id() + " methods="
                        + List.of(same.where(), call.where()));
            }
        }
        return new CallTable(models, byKey);
    }

    List<Integer> numbers(List<CallModel> calls) {
        return calls.stream().map(call -> byKey.get(call.key())).toList();
    }

    List<CallSchema> schemas(Codecs codecs) {
        return models.stream().map(call -> call.schema(codecs)).toList();
    }
}
