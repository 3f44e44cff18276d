package io.millrace.testing;

import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of one YAML stream.
 *
 * @param calls the calls in order
 * @param trailingComments the comments after the last one
 */
record CallFile(List<RecordedCall> calls, List<String> trailingComments) {
    private static final int INITIAL_BYTES = 256;

    CallFile {
        calls = List.copyOf(calls);
        trailingComments = List.copyOf(trailingComments);
    }

    static CallFile read(Path file, Wire wire, List<CallSchema> schemas) {
        try (Reader reader = Files.newBufferedReader(file)) {
            return read(reader, wire, schemas);
        } catch (IOException e) {
            throw new TestingException("calls cannot be read file=" + file, e);
        } catch (WireException e) {
            throw new TestingException("calls cannot be read file=" + file + " " + e.getMessage(), e);
        }
    }

    static CallFile read(String text, Wire wire, List<CallSchema> schemas) {
        return read(new StringReader(text), wire, schemas);
    }

    private static CallFile read(Reader reader, Wire wire, List<CallSchema> schemas) {
        YamlCalls documents = YamlCalls.read(reader, schemas, TextOptions.strict());
        List<RecordedCall> calls = new ArrayList<>();
        while (documents.next()) {
            BinaryOutput arguments = BinaryOutput.allocate(INITIAL_BYTES);
            documents.arguments(arguments);
            calls.add(new RecordedCall(
                    wire,
                    schemas.get(documents.call()),
                    arguments.toByteArray(),
                    new RecordedCall.Position(calls.size() + 1, documents.line(), documents.comments())));
        }
        return new CallFile(calls, documents.comments());
    }

    /** Writes outputs, each group after the comments of its inputs. */
    static void write(Path file, CallFile inputs, List<RecordedCall> outputs) {
        StringBuilder text = new StringBuilder();
        int commented = 0;
        for (int i = 0; i < outputs.size(); i++) {
            RecordedCall output = outputs.get(i);
            if (i > 0) {
                text.append("---\n");
            }
            int input = output.position().number();
            while (commented < input) {
                append(inputs.calls().get(commented++).position().comments(), text);
            }
            text.append(output.yaml());
        }
        while (commented < inputs.calls().size()) {
            append(inputs.calls().get(commented++).position().comments(), text);
        }
        append(inputs.trailingComments(), text);
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new TestingException("calls cannot be written file=" + file, e);
        }
    }

    private static void append(List<String> comments, StringBuilder text) {
        comments.forEach(comment -> text.append(comment).append('\n'));
    }
}
