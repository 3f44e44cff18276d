package io.millrace.spring.boot;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts applications of the tests, which leave the log alone. */
final class TestApplication {

    static {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
    }

    private TestApplication() {}

    /** Starts an application whose topology has its data in the directory. */
    static ConfigurableApplicationContext start(Path directory, Class<?> application, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("spring.main.banner-mode=off");
        all.add("millrace.topology.data=" + directory.resolve("data"));
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .logStartupInfo(false)
                .properties(all.toArray(String[]::new))
                .build()
                .run();
    }

    /** Returns all messages of the error with which a start ends. */
    static String error(Runnable start) {
        Throwable thrown = assertThrows(RuntimeException.class, start::run);
        StringBuilder all = new StringBuilder();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            all.append(each.getMessage()).append('\n');
        }
        return all.toString();
    }
}
