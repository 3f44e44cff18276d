package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Objects;

/**
 * Everything that is needed to read a value without its classes: a self-contained table of named types and a root.
 * Immutable; two schemas with the same types in the same order are equal.
 *
 * @param types the named types, which a {@link Reference} names by their place
 * @param root the type of the value; a top-level message has no presence byte
 */
public record Schema(List<NamedType> types, WireType root) {
    /** Copies the list; refuses a reference outside the table and a type that may not stand where it does. */
    public Schema {
        types = List.copyOf(types);
        Objects.requireNonNull(root, "root");
        SchemaRules.check(types, List.of(root));
    }

    /** The named type that a reference stands for. */
    public NamedType type(Reference reference) {
        return types.get(reference.number());
    }

    /** The root where it is a named type; {@link WireTypeException} where it is not. */
    public NamedType rootType() {
        if (root instanceof Reference reference) {
            return type(reference);
        }
        throw new WireTypeException("the schema's root is not a named type root=" + root);
    }

    /** The binary form, of version 1; {@code docs/format/wire.md} describes it. */
    public byte[] encode() {
        return SchemaWriter.encode(this);
    }

    /**
     * A number that tells schemas apart, in front of every message of RAW: the first eight bytes of the SHA-256 (FIPS
     * 180-4) of the binary form, little endian.
     */
    public long fingerprint() {
        return MemorySegment.ofArray(sha256(encode())).get(Layouts.LONG, 0);
    }

    /**
     * Reads the binary form, strictly.
     *
     * @param segment where the bytes are
     * @param offset where they begin
     * @param length how many bytes belong to the schema, all of which it must use
     * @throws WireException where it is not a schema
     */
    public static Schema decode(MemorySegment segment, long offset, int length) {
        return SchemaReader.schema(segment, offset, length);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
