package com.example;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Moves cents between two databases: both change, or none. */
@RestController
public class Transfers {

    private static final int MOST = 500;

    private final JdbcTemplate bank;
    private final JdbcTemplate shop;

    public Transfers(@Qualifier("bank") DataSource bank, @Qualifier("shop") DataSource shop) {
        this.bank = new JdbcTemplate(bank);
        this.shop = new JdbcTemplate(shop);
        for (JdbcTemplate each : List.of(this.bank, this.shop)) {
            each.execute("create table if not exists moved (cents int)");
        }
    }

    @PostMapping("/transfers")
    @Transactional
    public void transfer(@RequestParam int cents) {
        bank.update("insert into moved values (?)", -cents);
        shop.update("insert into moved values (?)", cents);
        if (cents > MOST) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "at most " + MOST);
        }
    }

    @GetMapping("/transfers")
    public List<Long> balances() {
        return List.of(balance(bank), balance(shop));
    }

    private static Long balance(JdbcTemplate database) {
        return database.queryForObject("select coalesce(sum(cents), 0) from moved", Long.class);
    }
}
