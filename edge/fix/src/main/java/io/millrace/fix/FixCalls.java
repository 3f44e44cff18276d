package io.millrace.fix;

import java.util.List;

/**
 * Makes calls of the messages of sessions, and messages of the calls of the application. A topology names a class that
 * implements this, with a public constructor without parameters. Used by one thread.
 */
public interface FixCalls {

    /** Returns what the sessions do in their own way, nothing by default; asked once for all of them. */
    default FixExtension extension() {
        return FixExtension.NONE;
    }

    /** Returns what is given the messages, and makes at most one call on the writers for each. */
    FixInput input(FixCallWriters in);

    /** Returns the interfaces of the calls of the application. */
    List<Class<?>> outputs();

    /** Returns the handler of those calls, which implements each of {@link #outputs}, and hands messages over. */
    Object output(FixOutput to);
}
