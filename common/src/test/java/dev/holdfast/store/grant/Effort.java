package dev.holdfast.store.grant;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the main session read, from the server's own counters.
 *
 * @param sequentialScans tables that were scanned as a whole
 * @param rowsRead table rows and index entries that were answers
 * @param pagesRead pages of tables and indexes, each time one was looked at
 */
record Effort(List<String> sequentialScans, long rowsRead, long pagesRead) {

    private static final List<String> BIG = List.of("task_live", "reservation", "grant_mark", "history");

    private record Reading(long scans, long rows, long pages) {}

    static Effort of(Stage stage, Runnable... steps) {
        Map<String, Reading> before = read(stage);
        for (Runnable step : steps) {
            step.run();
        }
        Map<String, Reading> after = read(stage);
        long rows = 0;
        long pages = 0;
        List<String> scanned = new ArrayList<>();
        for (String table : BIG) {
            Reading from = before.getOrDefault(table, new Reading(0, 0, 0));
            Reading to = after.getOrDefault(table, new Reading(0, 0, 0));
            rows += to.rows() - from.rows();
            pages += to.pages() - from.pages();
            if (to.scans() > from.scans()) {
                scanned.add(table);
            }
        }
        return new Effort(scanned, rows, pages);
    }

    private static Map<String, Reading> read(Stage stage) {
        stage.main
                .jdbc
                .sql("select pg_stat_force_next_flush()")
                .query((rs, row) -> row)
                .list();
        Map<String, Reading> readings = new LinkedHashMap<>();
        stage.main
                .jdbc
                .sql("""
                select t.relname, t.seq_scan, t.seq_tup_read + coalesce(t.idx_tup_fetch, 0) + i.read as rows,
                  o.heap_blks_hit + o.heap_blks_read + coalesce(o.idx_blks_hit + o.idx_blks_read, 0) as pages
                from pg_stat_user_tables t
                join pg_statio_user_tables o on o.relid = t.relid
                cross join lateral (
                  select coalesce(sum(x.idx_tup_read), 0) as read from pg_stat_user_indexes x where x.relid = t.relid) i""")
                .query((rs, row) ->
                        readings.put(rs.getString(1), new Reading(rs.getLong(2), rs.getLong(3), rs.getLong(4))))
                .list();
        return readings;
    }
}
