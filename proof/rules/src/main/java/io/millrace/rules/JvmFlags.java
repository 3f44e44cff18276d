package io.millrace.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Users need no JVM flag, so neither scripts nor builds pass one that opens the JDK; the build's own compiler plug-in
 * has {@code .mvn/jvm.config}, and what a peer's library needs stays in {@code proof} and in the bridge, which gives it
 * to a process of its own.
 */
final class JvmFlags implements Rule {

    private static final Pattern FLAG = Pattern.compile("--add-(opens|exports)|--illegal-|-XX:\\+Unlock");

    @Override
    public List<Violation> check(Repository repository) {
        List<Violation> violations = new ArrayList<>();
        repository
                .files(file -> (file.isScript() || file.isPom() || file.isMainJava())
                        && !file.floor().equals("proof")
                        && !file.path().startsWith("tools/bridge/"))
                .forEach(file -> {
                    List<String> lines = file.lines();
                    for (int i = 0; i < lines.size(); i++) {
                        if (FLAG.matcher(lines.get(i)).find()) {
                            violations.add(new Violation(
                                    file.path(),
                                    i + 1,
                                    "no JVM flag for users: line="
                                            + lines.get(i).strip()));
                        }
                    }
                });
        return violations;
    }
}
