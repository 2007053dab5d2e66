package dev.holdfast.examples.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void a_late_writer_with_an_old_token_is_refused() throws Exception {
        new ReportFolder(directory).write("sales", 100, "by the later attempt");
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> new ReportFolder(directory).write("sales", 99, "by the earlier one"));
        assertThat(new ReportFolder(directory).read("sales")).isEqualTo("by the later attempt");
    }

    @Test
    void one_attempt_may_write_again_and_a_later_one_takes_over() throws Exception {
        ReportFolder folder = new ReportFolder(directory);
        folder.write("sales", 99, "a longer draft");
        folder.write("sales", 99, "final");
        assertThat(folder.read("sales")).isEqualTo("final");
        folder.write("sales", 100, "corrected");
        assertThat(folder.read("sales")).isEqualTo("corrected");
    }

    @Test
    void tokens_of_one_report_say_nothing_about_another() throws Exception {
        ReportFolder folder = new ReportFolder(directory);
        folder.write("sales", 100, "s");
        folder.write("stock", 7, "t");
        assertThat(folder.read("stock")).isEqualTo("t");
    }
}
