package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Objects;

/**
 * Describes a value completely, so that it can be read without its classes: a self-contained table of named types and a
 * root. Immutable; two schemas with the same types in the same order are equal.
 *
 * @param types the named types; a {@link Reference} holds the position of one
 * @param root the type of the value; a top-level message has no presence byte
 */
public record Schema(List<NamedType> types, WireType root) {
    /** Copies the list; refuses a reference outside the table and a type that is not allowed where it is used. */
    public Schema {
        types = List.copyOf(types);
        Objects.requireNonNull(root, "root");
        SchemaRules.check(types, List.of(root));
    }

    /** Returns the named type that a reference refers to. */
    public NamedType type(Reference reference) {
        return types.get(reference.number());
    }

    /** Returns the root if it is a named type, else throws {@link WireTypeException}. */
    public NamedType rootType() {
        if (root instanceof Reference reference) {
            return type(reference);
        }
        throw new WireTypeException("the schema's root is not a named type root=" + root);
    }

    /** Returns the binary form in version 1, which {@code docs/format/wire.md} describes. */
    public byte[] encode() {
        return SchemaWriter.encode(this);
    }

    /**
     * Returns a number that distinguishes schemas, which every message in RAW begins with: the first eight bytes of the
     * SHA-256 (FIPS 180-4) of the binary form, little endian.
     */
    public long fingerprint() {
        return MemorySegment.ofArray(sha256(encode())).get(Layouts.LONG, 0);
    }

    /**
     * Reads the binary form, strictly.
     *
     * @param segment contains the bytes
     * @param offset the offset of the first byte
     * @param length how many bytes belong to the schema, all of which it must use
     * @throws WireException if the bytes are not a schema
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
