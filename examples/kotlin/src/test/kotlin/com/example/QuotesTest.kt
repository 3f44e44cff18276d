package com.example

import io.millrace.channel.Channel
import io.millrace.channel.ChannelOptions
import io.millrace.channel.Poll
import io.millrace.channel.ReaderOptions
import io.millrace.testing.ComponentCases
import java.nio.file.Path
import java.time.Instant
import java.util.stream.Stream
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicNode
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.io.TempDir

class QuotesTest {

    private val at = Instant.parse("2026-03-02T08:00:00Z")

    @TempDir
    lateinit var directory: Path

    /** What a version of the program wrote in which a symbol could be missing. */
    interface OlderQuotes {

        fun closed(symbol: String?, reason: String?)
    }

    private class Seen : Quotes {

        val all = ArrayList<String>()

        override fun quote(quote: Quote) {
            all.add(quote.toString())
        }

        override fun level(symbol: String, level: Level) {
            all.add("$symbol $level")
        }

        override fun closed(symbol: String, reason: String?) {
            all.add("closed $symbol $reason")
        }
    }

    private fun read(): List<String> {
        val seen = Seen()
        Channel.readOnly(directory.resolve("quotes")).use { channel ->
            channel.reader(seen, ReaderOptions.defaults(), Quotes::class.java).use { reader ->
                while (reader.poll() == Poll.MESSAGE) {
                    // each poll makes one call
                }
            }
        }
        return seen.all
    }

    @Test
    fun dataClassesComeBackWithTheirNulls() {
        val full = Quote("EURUSD", 1.0831, at, 5, "firm")
        val bare = Quote("EURUSD", 1.0832, at, null, null)
        val level = Level(1.08, null, listOf(1L, null, 3L))
        Channel.journal("quotes", directory.resolve("quotes"), ChannelOptions.defaults()).use { channel ->
            channel.writer().use { writer ->
                val quotes = writer.`as`(Quotes::class.java)
                quotes.quote(full)
                quotes.quote(bare)
                quotes.level("EURUSD", level)
                quotes.level("EURUSD", Level())
                quotes.closed("EURUSD", null)
            }
        }
        assertTrue(Quote::class.java.isRecord)
        assertEquals(
            listOf("$full", "$bare", "EURUSD $level", "EURUSD ${Level()}", "closed EURUSD null"),
            read(),
        )
    }

    @Test
    fun aNullWhereNoneIsAllowedIsAnErrorThatNamesTheParameter() {
        Channel.journal("quotes", directory.resolve("quotes"), ChannelOptions.defaults()).use { channel ->
            channel.writer().use { writer -> writer.`as`(OlderQuotes::class.java).closed(null, "sold out") }
        }
        val error = assertThrows(NullPointerException::class.java) { read() }
        assertTrue(error.message!!.contains("symbol"), error.message)
    }

    @TestFactory
    fun highPrices(): Stream<out DynamicNode> =
        ComponentCases.of { outputs -> PriceWatch(outputs.`as`(Alerts::class.java), 1.1) }.`in`(Path.of("src/test/data"))
}
