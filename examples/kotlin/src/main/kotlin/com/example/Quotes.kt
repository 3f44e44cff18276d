package com.example

import java.time.Instant

/** A message, to Java a record: a new object in each call. The size and the note may be missing. */
@JvmRecord
data class Quote(val symbol: String, val price: Double, val at: Instant, val size: Int?, val note: String?)

/** A mutable message: the same object is filled again for each call. */
data class Level(var price: Double = 0.0, var lots: Int? = null, var orders: List<Long?>? = null)

/** The calls that travel over a channel. */
interface Quotes {

    fun quote(quote: Quote)

    fun level(symbol: String, level: Level)

    fun closed(symbol: String, reason: String?)
}

/** The output of [PriceWatch]. */
interface Alerts {

    fun high(quote: Quote)
}

/** A component: it passes on quotes above a limit. */
class PriceWatch(private val out: Alerts, private val limit: Double) : Quotes {

    override fun quote(quote: Quote) {
        if (quote.price > limit) {
            out.high(quote)
        }
    }

    override fun level(symbol: String, level: Level) = Unit

    override fun closed(symbol: String, reason: String?) = Unit
}
