package io.millrace.spring.boot;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.SharedWriter;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Beans of the channels and clients in the properties. Of a channel: the channel {@code NAME}, and where it says what
 * the application writes, {@code NAMEWriter} for any number of threads and {@code NAMECalls}, the object of that
 * interface. The context closes a writer before its channel.
 */
final class PropertyBeans implements BeanDefinitionRegistryPostProcessor {

    private static final String CHANNELS = "millrace.channels";
    private static final String CLIENTS = "millrace.clients";

    private final Environment environment;

    PropertyBeans(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        Binder.get(environment)
                .bind(CHANNELS, Bindable.mapOf(String.class, ChannelProperties.class))
                .orElse(Map.of())
                .forEach((name, properties) -> register(registry, name, properties));
        Map<String, ClientProperties> clients = Binder.get(environment)
                .bind(CLIENTS, Bindable.mapOf(String.class, ClientProperties.class))
                .orElse(Map.of());
        if (!clients.isEmpty()) {
            Parts.require(
                    PropertyBeans.class.getClassLoader(),
                    CLIENTS,
                    "io.millrace:millrace-client",
                    "io.millrace.client.MillraceClient");
            ClientBeans.register(registry, clients);
        }
    }

    private static void register(BeanDefinitionRegistry registry, String name, ChannelProperties properties) {
        registry.registerBeanDefinition(
                name,
                BeanDefinitionBuilder.rootBeanDefinition(JournalChannel.class, () -> open(name, properties))
                        .setDestroyMethodName("close")
                        .getBeanDefinition());
        if (properties.writes() != null) {
            registerWriter(registry, name, properties.writes());
        }
    }

    private static JournalChannel open(String name, ChannelProperties properties) {
        return Channel.journal(
                name, properties.directory(), ChannelOptions.defaults().withJournal(properties.options()));
    }

    private static <T> void registerWriter(BeanDefinitionRegistry registry, String name, Class<T> type) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        String writer = name + "Writer";
        registry.registerBeanDefinition(
                writer,
                BeanDefinitionBuilder.rootBeanDefinition(
                                SharedWriter.class,
                                () -> beans.getBean(name, JournalChannel.class).sharedWriter())
                        .addDependsOn(name)
                        .setDestroyMethodName("close")
                        .getBeanDefinition());
        registry.registerBeanDefinition(
                name + "Calls",
                BeanDefinitionBuilder.rootBeanDefinition(
                                type,
                                () -> beans.getBean(writer, SharedWriter.class).as(type))
                        .addDependsOn(writer)
                        .getBeanDefinition());
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        // All beans are registered before.
    }
}
