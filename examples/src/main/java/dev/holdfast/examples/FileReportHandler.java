package dev.holdfast.examples;

import dev.holdfast.examples.fence.ReportFolder;
import dev.holdfast.examples.fence.StaleTokenException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Publishes a report as a file. Run again, it writes the same file: idempotent, so "at least once" does no harm. */
@Component
public final class FileReportHandler implements TaskHandler<Report, String> {

    private final ReportFolder folder;

    public FileReportHandler(ReportFolder folder) {
        this.folder = folder;
    }

    @Override
    public String type() {
        return "report.file";
    }

    @Override
    public String run(Report report, TaskContext task) throws IOException, StaleTokenException {
        folder.write(report.name(), task.fencingToken(), report.text());
        return report.name();
    }
}
