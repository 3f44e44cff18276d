package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.StagedCall;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireObserver;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recorded calls as the present classes of the outputs read them: a call that differs by a renamed field alone, with an
 * alias, is the same call. Each recorded call is read with the classes and encoded again. A field that the classes do
 * not have is a difference.
 */
final class EvolvedCalls implements AutoCloseable {

    private final Set<Class<?>> interfaces;
    private final Wire wire;
    private final ChannelWriter again;
    private final Map<CallSchema, Optional<Reading>> readings = new HashMap<>();
    private final BinaryInput arguments = new BinaryInput();
    private final Input none = new Input();
    private boolean lost;

    /** How calls of one schema are read, and the object that encodes them again. */
    private record Reading(CallDecoder decoder, Object target) {}

    EvolvedCalls(Channel output, WireTypes types, Set<Class<?>> interfaces) {
        this.interfaces = interfaces;
        this.again = ChannelWriter.staging(output, types);
        this.wire = Wire.of(types).observed(new WireObserver() {
            @Override
            public void unknownField(String type, String field, String value) {
                lost = true;
            }

            @Override
            public void unknownConstant(String type, String constant) {
                lost = true;
            }
        });
    }

    /** Returns whether the call at the cursor, as the present classes read it, is the staged one. */
    boolean same(ChannelCursor output, StagedCall actual) {
        if (output.schema().equals(actual.schema()) || !read(output)) {
            return false;
        }
        StagedCall read = again.staged(0);
        boolean same = read.schema().equals(actual.schema())
                && MemorySegment.mismatch(
                                read.segment(),
                                read.offset(),
                                read.offset() + read.length(),
                                actual.segment(),
                                actual.offset(),
                                actual.offset() + actual.length())
                        == -1;
        again.rollback();
        return same;
    }

    /** Returns the call at the cursor as YAML, as the present classes read it if they lose nothing of it. */
    String yaml(ChannelCursor output) {
        if (!read(output)) {
            return output.yaml();
        }
        String yaml = again.staged(0).yaml();
        again.rollback();
        return yaml;
    }

    /** Reads the call at the cursor; returns whether it is staged, with everything that it has. */
    private boolean read(ChannelCursor output) {
        Optional<Reading> reading = readings.computeIfAbsent(output.schema(), this::reading);
        if (reading.isEmpty()) {
            return false;
        }
        lost = false;
        again.begin(none);
        boolean read;
        try {
            arguments.wrap(output.segment(), output.offset(), output.length());
            reading.get().decoder().call(arguments, reading.get().target());
            read = !lost && again.staged() == 1;
        } catch (Throwable e) { // of a class of the message as well
            if (!ForeignError.isOfInput(e)) {
                again.rollback();
                throw e;
            }
            read = false;
        }
        if (!read) {
            again.rollback();
        }
        return read;
    }

    private Optional<Reading> reading(CallSchema schema) {
        for (Class<?> type : interfaces) {
            try {
                Optional<CallDecoder> decoder = wire.callDecoder(schema, type);
                if (decoder.isPresent()) {
                    return Optional.of(new Reading(decoder.get(), again.as(type)));
                }
            } catch (WireException e) {
                // its calls cannot be read with this interface, so they differ
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        again.close();
    }
}
