package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.DirectChannel;
import io.millrace.wire.Wire;
import java.lang.reflect.Method;
import java.util.Objects;

/** Makes a component, once at the start of its service, and again when a call of a client has broken it. */
final class ComponentMaker {

    /** The answers of the component; null where its output is not kept. */
    final Answers answers;

    private final ComponentBuilder settings;
    private final ComponentFactory<?> factory;
    private final ChannelWriter writer;
    private boolean isAnswering;

    ComponentMaker(ComponentBuilder settings, ComponentFactory<?> factory, ChannelWriter writer) {
        this.settings = settings;
        this.factory = factory;
        this.writer = writer;
        this.answers = writer.target().journal().isPresent()
                ? new Answers(
                        settings.name,
                        writer,
                        settings.types,
                        settings.answerLimits,
                        new AllowedClients(
                                settings.allowances, settings.names, new ErrorReports(settings.errorHandler)))
                : null;
    }

    /** Makes the component, which must not write meanwhile. */
    Object make() {
        long before = writer.written();
        Object component = Objects.requireNonNull(factory.create(new ComponentOutputs()), "component");
        if (writer.written() != before) {
            throw new ServiceException("a component must not write while it is created service=" + settings.name);
        }
        return component;
    }

    /** Checks that a component that answers can do so. */
    void requireAnswerable(Object component) {
        for (Method method : AnsweredMethods.of(component, settings.types)) {
            requireAnswerable(method);
            isAnswering = true;
            answers.declare(method);
        }
    }

    private void requireAnswerable(Method method) {
        String what = " service=" + settings.name + " method="
                + method.getDeclaringClass().getName() + "." + method.getName();
        if (answers == null) {
            throw new ServiceException("a component whose output is not kept cannot answer" + what + " output="
                    + writer.target().name());
        }
        for (Channel input : settings.inputs) {
            if (input instanceof DirectChannel) {
                throw new ServiceException(
                        "a component that is called directly cannot answer" + what + " input=" + input.name());
            }
            if (input.journal().isEmpty()) {
                throw new ServiceException(
                        "a component that answers reads journals alone, since it may have to be made again from them"
                                + what + " input=" + input.name());
            }
        }
    }

    /** Returns what ports need of the component; null where it has no methods that answer. */
    PortQueue port(Object component, InputReaders inputs) {
        if (!isAnswering) {
            return null;
        }
        Class<?>[] interfaces = ComponentInterfaces.of(component);
        return new PortQueue(
                settings,
                writer,
                inputs,
                answers.table(),
                Wire.of(settings.types).offeredCalls(interfaces),
                new QueryResults(settings.types, interfaces));
    }

    private final class ComponentOutputs implements Outputs {

        @Override
        public <T> T as(Class<T> type) {
            if (type != Caller.class && type != Replies.class) {
                return writer.as(type);
            }
            if (answers == null) {
                throw new ServiceException("a component whose output is not kept knows no clients service="
                        + settings.name + " output=" + writer.target().name() + " parameter=" + type.getName());
            }
            return type.cast(answers);
        }
    }
}
