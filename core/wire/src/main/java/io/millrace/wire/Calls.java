package io.millrace.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The calls of several interfaces, numbered; a method that two have in common is one call. */
record Calls(List<CallModel> models, Map<String, Integer> byKey) {
    static Calls of(Class<?>... interfaces) {
        List<CallModel> models = new ArrayList<>();
        Map<String, Integer> byKey = new HashMap<>();
        for (Class<?> type : interfaces) {
            for (CallModel call : CallModel.of(type)) {
                if (byKey.putIfAbsent(call.key(), models.size()) == null) {
                    models.add(call);
                }
            }
        }
        return new Calls(models, byKey);
    }

    List<Integer> numbers(List<CallModel> calls) {
        return calls.stream().map(call -> byKey.get(call.key())).toList();
    }

    List<CallSchema> schemas(Codecs codecs) {
        return models.stream().map(call -> call.schema(codecs)).toList();
    }
}
