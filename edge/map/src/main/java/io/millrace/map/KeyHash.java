package io.millrace.map;

/** The hash by which a map finds its keys in memory. It is not stored, so each opening may choose another one. */
public enum KeyHash {
    /**
     * SipHash-1-3 with a random key for each opening: without it no keys can be found that collide. For keys that may
     * come from outsiders.
     */
    SIP,
    /**
     * wyhash with a random seed for each opening: faster for long keys, but keys can be chosen that collide whatever
     * the seed. A map that finds too many collisions changes to {@link #SIP} by itself.
     */
    WYHASH
}
