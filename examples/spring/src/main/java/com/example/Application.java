package com.example;

import io.millrace.spring.boot.MillraceTopology;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes prices over HTTP: each is in a channel, and with the component, before the answer. */
@SpringBootApplication
@RestController
public class Application {

    private final Prices prices;
    private final MillraceTopology topology;

    public Application(Prices prices, MillraceTopology topology) {
        this.prices = prices;
        this.topology = topology;
    }

    @PostMapping("/prices")
    public void price(@RequestParam String symbol, @RequestParam double bid, @RequestParam double ask) {
        Price price = new Price(symbol, bid, ask);
        prices.price(price);
        topology.writer("quotes", Prices.class).price(price);
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }
}
