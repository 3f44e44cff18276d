package io.millrace.prove;

import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.NamedResource;
import io.millrace.transactions.RecoverableResource;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAResource;

/**
 * Numbers the moments before and after each call that a coordinator makes of its resources and of its store. At one of
 * them it reports the moment on its output and blocks the thread, so that the process can be killed there.
 */
final class KillPoints {

    /** The line that it prints, before the moment. */
    static final String AT = "at ";

    private static final Set<String> CALLS = Set.of(
            "start", "end", "prepare", "commit", "rollback", "forget", "recover", "record", "keep", "forgetOutcome");

    private final AtomicInteger left;
    private final PrintStream out;

    /**
     * Creates kill points.
     *
     * @param killAt the number of the moment, from 1; 0 for none
     * @param out where to say it
     */
    KillPoints(int killAt, PrintStream out) {
        this.left = new AtomicInteger(killAt);
        this.out = out;
    }

    private void reached(String when, String call, String who) {
        if (left.decrementAndGet() == 0) {
            out.println(AT + when + " " + call + " of " + who);
            out.flush();
            while (true) {
                LockSupport.park();
            }
        }
    }

    /** Returns a resource for the work, with its name. */
    XAResource named(String name, XAResource resource) {
        return NamedResource.of(name, around(XAResource.class, resource, name));
    }

    /** Returns a resource as recovery reaches it. */
    RecoverableResource around(RecoverableResource resource) {
        return new RecoverableResource() {
            @Override
            public String name() {
                return resource.name();
            }

            @Override
            public Session open() throws Exception {
                Session session = resource.open();
                XAResource numbered = around(XAResource.class, session.resource(), name());
                return new Session() {
                    @Override
                    public XAResource resource() {
                        return numbered;
                    }

                    @Override
                    public void close() {
                        session.close();
                    }
                };
            }
        };
    }

    DecisionStore around(DecisionStore store) {
        return around(DecisionStore.class, store, "store");
    }

    private <T> T around(Class<T> type, T target, String who) {
        return type.cast(Proxy.newProxyInstance(
                KillPoints.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    boolean counted = CALLS.contains(method.getName());
                    if (counted) {
                        reached("before", method.getName(), who);
                    }
                    Object result;
                    try {
                        result = method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (counted) {
                        reached("after", method.getName(), who);
                    }
                    return result;
                }));
    }
}
