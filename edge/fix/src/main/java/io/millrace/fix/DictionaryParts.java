package io.millrace.fix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a dictionary is made of, while it is being made. */
record DictionaryParts(
        String version,
        Map<Integer, FixField> fields,
        Map<String, FixField> fieldsByName,
        List<FixMessageType> types,
        FixMembers header,
        FixMembers trailer,
        Map<String, FixMembers> components,
        List<String> contradictions) {

    static DictionaryParts named(String version) {
        return new DictionaryParts(
                version,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new ArrayList<>(),
                null,
                null,
                new LinkedHashMap<>(),
                new ArrayList<>());
    }

    DictionaryParts withFrame(FixMembers ofHeader, FixMembers ofTrailer) {
        return new DictionaryParts(
                version, fields, fieldsByName, types, ofHeader, ofTrailer, components, contradictions);
    }
}
