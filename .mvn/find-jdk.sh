# Sourced by mvnw and millrace: sets JAVA_HOME to a JDK 25 or newer, or says in one sentence that there is none.
# Looked at in this order: JAVA_HOME, the java on the PATH, the folder where Debian installs JDKs.

REQUIRED_JDK=25

jdk_feature_version() { # prints the feature version of the JDK in $1, or nothing where it has no compiler
    [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 0
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

find_jdk() {
    path_java=$(command -v java 2>/dev/null || true)
    path_home=
    if [ -n "$path_java" ]; then
        path_home=$(dirname "$(dirname "$(readlink -f "$path_java")")")
    fi
    for candidate in "${JAVA_HOME:-}" "$path_home" /usr/lib/jvm/*; do
        [ -n "$candidate" ] || continue
        version=$(jdk_feature_version "$candidate")
        if [ -n "$version" ] && [ "$version" -ge "$REQUIRED_JDK" ]; then
            JAVA_HOME=$candidate
            export JAVA_HOME
            return 0
        fi
    done
    echo "Millrace needs a JDK $REQUIRED_JDK or newer, and none was found in JAVA_HOME, on the PATH or under" \
        "/usr/lib/jvm: install one (Debian: temurin-25-jdk or openjdk-25-jdk), or set JAVA_HOME to it." >&2
    return 1
}
