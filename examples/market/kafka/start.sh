#!/bin/sh
# Starts a broker of Kafka as a process of its own, fills its topic of trades, runs market.yaml, and shows the topics.
# --help lists the options.
set -eu

here=$(CDPATH='' cd "$(dirname "$(readlink -f "$0")")" && pwd)
root=$here/../../..
. "$root/.mvn/find-jdk.sh"
find_jdk
"$root/millrace" --version >/dev/null # builds what is not built

exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -Dslf4j.internal.verbosity=ERROR \
    -Dmillrace.example="$here/market.yaml" -cp "$here/target/classes:$here/target/lib/*" \
    io.millrace.examples.kafka.MarketOnKafka "$@"
