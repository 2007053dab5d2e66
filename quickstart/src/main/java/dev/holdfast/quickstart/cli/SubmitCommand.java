package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.client.ApiException;
import dev.holdfast.quickstart.client.HoldfastClient;
import dev.holdfast.quickstart.stack.StackState;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Submits the tasks of a file and waits until all have ended. */
@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        description = {
            "Submits tasks from a file with one JSON object per line, and waits for their end.",
            "Ends with 0 when all succeeded, with 1 when one did not, with 2 when the file is refused."
        })
final class SubmitCommand implements Callable<Integer> {

    private static final int REFUSED = 2;
    private static final int SHOWN = 20;

    @Mixin
    private Home home = new Home();

    @Option(names = "--url", paramLabel = "URL", description = "Of a dispatcher (default: that of the running stack).")
    private @Nullable String url;

    @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.")
    private String file = "";

    @Override
    public Integer call() throws InterruptedException {
        List<TaskFile.Entry> entries;
        try (Reader source = open()) {
            entries = TaskFile.read(source);
        } catch (TaskFile.BadLine e) {
            return refuse(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            return refuse("there is no such file");
        } catch (IOException e) {
            return refuse("cannot read it: " + e.getMessage());
        }
        if (entries.isEmpty()) {
            return refuse("it holds no task");
        }
        HoldfastClient client = new HoldfastClient(
                url != null ? url : StackState.read(home.stack()).dispatcherUrl());
        Submission submission = new Submission(client, entries);
        try {
            submission.submit();
        } catch (ApiException e) {
            return refuse(submission.explain(e));
        }
        return waitFor(submission);
    }

    private int waitFor(Submission submission) throws InterruptedException {
        try (ProgressBar bar = new ProgressBarBuilder()
                .setTaskName("tasks")
                .setInitialMax(submission.size())
                .setStyle(ProgressBarStyle.ASCII)
                .build()) {
            while (!submission.isDone()) {
                boolean progress = submission.lookOnce();
                bar.stepTo(submission.ended());
                bar.setExtraMessage(
                        submission.failures().isEmpty()
                                ? ""
                                : submission.failures().size() + " did not succeed");
                if (!progress) {
                    Thread.sleep(200);
                }
            }
        }
        return report(submission);
    }

    private static int report(Submission submission) {
        List<String> failures = submission.failures();
        Console.say((submission.size() - failures.size()) + " of " + submission.size() + " tasks succeeded");
        failures.stream().limit(SHOWN).forEach(failure -> Console.say("  " + failure));
        if (failures.size() > SHOWN) {
            Console.say("  and " + (failures.size() - SHOWN) + " more");
        }
        return failures.isEmpty() ? 0 : 1;
    }

    private Reader open() throws IOException {
        return file.equals("-")
                ? new InputStreamReader(System.in, StandardCharsets.UTF_8)
                : Files.newBufferedReader(Path.of(file));
    }

    private int refuse(String problem) {
        System.err.println("holdfast: " + (file.equals("-") ? "standard input" : file) + ": " + problem);
        return REFUSED;
    }
}
