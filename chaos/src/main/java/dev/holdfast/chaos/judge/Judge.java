package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Recorded;
import dev.holdfast.chaos.record.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Asks whether a run kept the promises. */
public final class Judge {

    private static final List<Supplier<Oracle>> ORACLES = List.of(
            Finished::new,
            Succeeded::new,
            AfterTheEnd::new,
            Canceled::new,
            SameTask::new,
            Claimed::new,
            Apart::new,
            HoldsApart::new,
            PlaceOrder::new,
            ArrivalOrder::new,
            Idle::new,
            LeftOver::new,
            Recovery::new,
            Repeated::new,
            LegalHistory::new);

    private Judge() {}

    /** Judges a run whose database is still there, and keeps what it read of it in the directory. */
    public static Verdict judge(Path directory, DataSource database) {
        RunDirectory run = new RunDirectory(directory);
        new Dump(database).writeTo(run.database());
        return judge(directory);
    }

    /** Judges a run that was judged before, from its directory alone. */
    public static Verdict judge(Path directory) {
        RunDirectory run = new RunDirectory(directory);
        return judge(run.read(), Rows.read(run.database()));
    }

    static Verdict judge(Recorded recorded, Rows rows) {
        return judge(Evidence.of(recorded, rows), ORACLES.stream().map(Supplier::get));
    }

    static Verdict judge(Evidence evidence, Stream<Oracle> oracles) {
        List<Row> table = new ArrayList<>();
        List<Violation> violations = new ArrayList<>();
        List<Allowed> allowed = new ArrayList<>();
        oracles.forEach(oracle -> {
            Findings findings = new Findings(oracle.name(), evidence.faults());
            oracle.judge(evidence, findings);
            table.add(findings.row());
            violations.addAll(findings.violations());
            allowed.addAll(findings.allowed());
        });
        return new Verdict(evidence.settings().seed(), evidence.settings().started(), table, violations, allowed);
    }
}
