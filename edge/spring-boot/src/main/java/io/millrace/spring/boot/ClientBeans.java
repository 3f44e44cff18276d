package io.millrace.spring.boot;

import io.millrace.client.ClientOptions;
import io.millrace.client.MillraceClient;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.ssl.SslBundles;

/**
 * Beans of the clients in the properties: the client {@code NAME} and for each of its ports {@code NAME.CHANNEL}, the
 * object through which the component is called. The context closes a client. Stateless.
 */
final class ClientBeans {

    private ClientBeans() {}

    static void register(BeanDefinitionRegistry registry, Map<String, ClientProperties> clients) {
        clients.forEach((name, properties) -> {
            ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
            registry.registerBeanDefinition(
                    name,
                    BeanDefinitionBuilder.rootBeanDefinition(
                                    MillraceClient.class, () -> MillraceClient.connect(options(beans, properties)))
                            .setDestroyMethodName("close")
                            .getBeanDefinition());
            properties.ports().forEach((channel, type) -> registerPort(registry, beans, name, channel, type));
        });
    }

    private static ClientOptions options(ConfigurableListableBeanFactory beans, ClientProperties properties) {
        String[] others = properties.uris().stream().skip(1).toArray(String[]::new);
        ClientOptions options =
                ClientOptions.at(properties.uris().getFirst(), others).withAnswerWithin(properties.answerWithin());
        if (properties.token() != null) {
            options = options.withToken(properties.token());
        }
        if (properties.sslBundle() != null) {
            options = options.withTls(beans.getBean(SslBundles.class)
                    .getBundle(properties.sslBundle())
                    .createSslContext());
        }
        return options;
    }

    private static <T> void registerPort(
            BeanDefinitionRegistry registry,
            ConfigurableListableBeanFactory beans,
            String name,
            String channel,
            Class<T> type) {
        registry.registerBeanDefinition(
                name + "." + channel,
                BeanDefinitionBuilder.rootBeanDefinition(
                                type,
                                () -> beans.getBean(name, MillraceClient.class).port(channel, type))
                        .addDependsOn(name)
                        .getBeanDefinition());
    }
}
