package io.millrace.transactions;

import java.util.Objects;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource with a name that stays the same over restarts, by which recovery finds it again. What a connection gives
 * is wrapped before it is enlisted: {@code enlistResource(NamedResource.of("orders", connection.getXAResource()))}.
 */
public final class NamedResource implements XAResource {

    private final String name;
    private final XAResource resource;

    private NamedResource(String name, XAResource resource) {
        this.name = name;
        this.resource = resource;
    }

    /**
     * Returns a resource with a name.
     *
     * @param name 1 to 255 characters; that of the {@link RecoverableResource} where it is registered
     */
    public static NamedResource of(String name, XAResource resource) {
        Objects.requireNonNull(resource, "resource");
        if (name.isEmpty() || name.length() > Decision.MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "a resource name has 1 to " + Decision.MAX_NAME_LENGTH + " characters name=" + name);
        }
        return new NamedResource(name, resource);
    }

    /** Returns the name, or nothing for a resource without one. */
    static String nameOf(XAResource resource) {
        return switch (resource) {
            case NamedResource named -> named.name;
            case CommitMarkableConnection marked -> marked.database.name();
            default -> "";
        };
    }

    /** Returns the name of a resource, or its class where it has none; its toString is foreign code. */
    static String describe(XAResource resource) {
        String name = nameOf(resource);
        return name.isEmpty() ? resource.getClass().getName() : name;
    }

    /** Returns the connection of a database without XA, or null where it is something else. */
    static CommitMarkableConnection marked(XAResource resource) {
        return unwrap(resource) instanceof CommitMarkableConnection marked ? marked : null;
    }

    /** Returns whether two are the same object, whatever they are wrapped in. */
    @SuppressWarnings("ReferenceEquality") // a driver's resources may be equal to each other and yet be two connections
    static boolean isSame(XAResource one, XAResource other) {
        return unwrap(one) == unwrap(other);
    }

    private static XAResource unwrap(XAResource resource) {
        return resource instanceof NamedResource named ? named.resource : resource;
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        resource.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        resource.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return resource.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        resource.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        resource.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        resource.forget(xid);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return resource.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return resource.isSameRM(unwrap(other));
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }
}
