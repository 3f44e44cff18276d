package io.millrace.topology;

import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.KeyProvider;
import io.millrace.service.ServiceException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens the keys of encrypted channels: directories, or classes of the user's. */
final class ChannelKeys {

    private final Topology topology;
    private final ParameterValues values;
    private final ClassLoader loader;

    ChannelKeys(Topology topology, ParameterValues values, ClassLoader loader) {
        this.topology = topology;
        this.values = values;
        this.loader = loader;
    }

    /** Opens the keys of a channel that is written; makes the directory if there is none. */
    KeyProvider open(String channel, EncryptionSpec spec) {
        return spec.provider().isPresent() ? provider(channel, spec) : FileKeyProvider.open(directory(channel, spec));
    }

    /**
     * Opens the keys of a channel that is only read.
     *
     * @throws ServiceException if their directory does not exist
     */
    KeyProvider openExisting(String channel, EncryptionSpec spec) {
        if (spec.provider().isPresent()) {
            return provider(channel, spec);
        }
        Path directory = directory(channel, spec);
        if (!Files.isDirectory(directory)) {
            throw new ServiceException(
                    "the directory of the keys of a channel does not exist channel=" + channel + " keys=" + directory);
        }
        return FileKeyProvider.openExisting(directory);
    }

    private Path directory(String channel, EncryptionSpec spec) {
        return Topology.resolve(topology.file(), spec.keys(values, channel));
    }

    private KeyProvider provider(String channel, EncryptionSpec spec) {
        String name = spec.provider().orElseThrow();
        try {
            Object made = Class.forName(name, true, loader)
                    .getConstructor(String.class)
                    .newInstance(spec.keys(values, channel));
            if (made instanceof KeyProvider provider) {
                return provider;
            }
            throw problem(channel, name, "does not implement " + KeyProvider.class.getName(), null);
        } catch (ClassNotFoundException e) {
            throw problem(channel, name, "is not on the class path", e);
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            throw problem(channel, name, "has no public constructor with one String", e);
        } catch (InvocationTargetException e) {
            throw problem(channel, name, "cannot be created: " + e.getCause(), e.getCause());
        } catch (LinkageError e) {
            throw problem(channel, name, "cannot be loaded: " + e, e);
        }
    }

    private TopologyException problem(String channel, String name, String what, Throwable cause) {
        return new TopologyException(
                topology.position("channels", channel, "encryption") + "channel=" + channel + " provider=" + name + " "
                        + what,
                cause);
    }
}
