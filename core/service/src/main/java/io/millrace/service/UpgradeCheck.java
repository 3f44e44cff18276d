package io.millrace.service;

import io.millrace.text.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks that another version of a component can go live, before an order is given. */
final class UpgradeCheck {

    private UpgradeCheck() {}

    static void check(Path data, String component) {
        RunDescription run = RunDescription.read(data)
                .orElseThrow(() -> new ServiceException(
                        "no topology was run here, so there is nothing to upgrade directory=" + data));
        RunDescription.Part part = run.components().get(component);
        if (part == null) {
            throw new ServiceException("there is no such component component=" + component + " topology="
                    + run.topology()
                    + NearestName.hint(component, run.components().keySet()));
        }
        if (part.kind() != ComponentKind.COMPONENT) {
            String kind = part.kind() == ComponentKind.SOURCE ? "an external source" : "a gateway";
            throw new ServiceException(kind + " is never replayed, so another version of it needs no order: start the"
                    + " topology with it component=" + component);
        }
        if (!part.caller().isEmpty()) {
            throw new ServiceException("a component that is called directly has no output of its own; order the upgrade"
                    + " of its caller component=" + component + " caller=" + part.caller());
        }
        if (!Files.exists(data.resolve(part.output()).resolve("journal.table"))) {
            throw new ServiceException("a component that writes a queue writes its output again from the first input at"
                    + " each start, so no position can be marked in it from which another version decides; give the"
                    + " changed component another output, or write what was made from the queue from the beginning"
                    + " component=" + component + " output=" + part.output());
        }
    }
}
