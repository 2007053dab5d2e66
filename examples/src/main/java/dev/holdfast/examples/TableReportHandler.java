package dev.holdfast.examples;

import dev.holdfast.examples.fence.ReportTable;
import dev.holdfast.examples.fence.StaleTokenException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import org.springframework.stereotype.Component;

/** Publishes a report as a row of the application's own table. */
@Component
public final class TableReportHandler implements TaskHandler<Report, String> {

    private final ReportTable table;

    public TableReportHandler(ReportTable table) {
        this.table = table;
    }

    @Override
    public String type() {
        return "report.table";
    }

    @Override
    public String run(Report report, TaskContext task) throws StaleTokenException {
        table.write(report.name(), task.fencingToken(), report.text());
        return report.name();
    }
}
