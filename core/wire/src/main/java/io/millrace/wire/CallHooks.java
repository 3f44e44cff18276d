package io.millrace.wire;

import java.util.Optional;

/**
 * User code that runs around the calls that are read: on the reading thread, first the filter, then the interceptor.
 * Hooks that are not set cost nothing. Immutable.
 *
 * @param filter selects the calls that are decoded and made
 * @param interceptor is called in place of each call and makes it
 * @param unknown receives the calls that the reader's interfaces do not have; without it they have no decoder
 */
public record CallHooks(
        Optional<Filter> filter, Optional<Interceptor> interceptor, Optional<UnknownCallHandler> unknown) {
    /** Selects calls by their first argument, before the other arguments are decoded. */
    @FunctionalInterface
    public interface Filter {
        /**
         * Returns whether a call shall be decoded and made.
         *
         * @param call the call as it was written
         * @param first reads the first argument, by the method that fits its type in {@code call}; at its end if the
         *     call has no arguments. For the call itself the argument is read again.
         */
        boolean accepts(CallSchema call, BinaryInput first);
    }

    /** Is called in place of every call that is read, for example to count, time, log or suppress calls. */
    @FunctionalInterface
    public interface Interceptor {
        /**
         * Intercepts a call; usually makes it with {@code next.call(arguments, target)}.
         *
         * @param call the call as it was written
         * @param next decodes and makes the call
         * @param arguments the arguments in BINARY; an interceptor that reads them must not call {@code next}
         * @param target the object whose method is called
         */
        void intercept(CallSchema call, CallDecoder next, BinaryInput arguments, Object target);
    }

    /** Receives the calls that none of a reader's interfaces has. */
    @FunctionalInterface
    public interface UnknownCallHandler {
        /**
         * Handles a call of a method that the reader does not have.
         *
         * @param call the call as it was written
         * @param arguments its arguments in BINARY; they need not be read
         */
        void unknown(CallSchema call, BinaryInput arguments);
    }

    private static final CallHooks NONE = new CallHooks(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns hooks of which none is set. */
    public static CallHooks none() {
        return NONE;
    }

    /** Returns these hooks with this filter. */
    public CallHooks withFilter(Filter other) {
        return new CallHooks(Optional.of(other), interceptor, unknown);
    }

    /** Returns these hooks with this interceptor. */
    public CallHooks withInterceptor(Interceptor other) {
        return new CallHooks(filter, Optional.of(other), unknown);
    }

    /** Returns these hooks with this handler of unknown calls. */
    public CallHooks withUnknown(UnknownCallHandler other) {
        return new CallHooks(filter, interceptor, Optional.of(other));
    }

    /** Returns a decoder that calls these hooks around the given one. */
    Optional<CallDecoder> around(Optional<CallDecoder> decoder, CallSchema call) {
        if (decoder.isEmpty()) {
            return unknown.map(handler -> new UnknownCall(call, handler));
        }
        CallDecoder made = decoder.get();
        if (interceptor.isPresent()) {
            made = new Intercepted(call, made, interceptor.get());
        }
        if (filter.isPresent()) {
            made = new Filtered(call, made, filter.get());
        }
        return Optional.of(made);
    }

    private static final class Filtered extends CallDecoder {
        private final CallSchema call;
        private final CallDecoder next;
        private final Filter filter;

        Filtered(CallSchema call, CallDecoder next, Filter filter) {
            this.call = call;
            this.next = next;
            this.filter = filter;
        }

        @Override
        public void call(BinaryInput in, Object target) {
            int start = in.offset();
            if (filter.accepts(call, in)) {
                in.rewind(start);
                next.call(in, target);
            }
        }
    }

    private static final class Intercepted extends CallDecoder {
        private final CallSchema call;
        private final CallDecoder next;
        private final Interceptor interceptor;

        Intercepted(CallSchema call, CallDecoder next, Interceptor interceptor) {
            this.call = call;
            this.next = next;
            this.interceptor = interceptor;
        }

        @Override
        public void call(BinaryInput in, Object target) {
            interceptor.intercept(call, next, in, target);
        }
    }

    private static final class UnknownCall extends CallDecoder {
        private final CallSchema call;
        private final UnknownCallHandler handler;

        UnknownCall(CallSchema call, UnknownCallHandler handler) {
            this.call = call;
            this.handler = handler;
        }

        @Override
        public void call(BinaryInput in, Object target) {
            handler.unknown(call, in);
        }
    }
}
