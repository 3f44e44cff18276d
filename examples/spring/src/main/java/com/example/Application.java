package com.example;

import io.millrace.spring.boot.MillraceTopology;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes prices over HTTP: each is in a channel, and with the component, before the answer. The component is asked. */
@SpringBootApplication
@RestController
public class Application {

    private final Prices prices;
    private final MillraceTopology topology;
    private final Spreads spreads;

    public Application(
            @Qualifier("pricesCalls") Prices prices,
            MillraceTopology topology,
            @Qualifier("desk.quotes") Spreads spreads) {
        this.prices = prices;
        this.topology = topology;
        this.spreads = spreads;
    }

    @PostMapping("/prices")
    public void price(@RequestParam String symbol, @RequestParam double bid, @RequestParam double ask) {
        Price price = new Price(symbol, bid, ask);
        prices.price(price);
        topology.writer("quotes", Prices.class).price(price);
    }

    @GetMapping("/prices")
    public long count(@RequestParam String symbol) {
        return spreads.count(symbol);
    }

    @PostMapping("/limit")
    public double limit(@RequestParam double wide) {
        return spreads.limit(wide);
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }
}
