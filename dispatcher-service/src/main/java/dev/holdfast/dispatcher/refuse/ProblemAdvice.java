package dev.holdfast.dispatcher.refuse;

import dev.holdfast.store.Outages;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every answer that is not a success is a problem detail. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final String RETRY_AFTER_SECONDS = "2";

    @ExceptionHandler
    ResponseEntity<Object> refused(Refusal refusal) {
        ProblemDetail detail = detail(refusal.problem(), refusal.getMessage());
        if (!refusal.errors().isEmpty()) {
            detail.setProperty("errors", refusal.errors());
        }
        return ResponseEntity.status(refusal.problem().status()).body(detail);
    }

    /** Away, too slow, or out of connections. Whether a write was committed is then not known: hence the idempotency key. */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ResponseEntity<Object> databaseAway(RuntimeException e) {
        if (!Outages.maySoonBeOver(e)) {
            return broken(e);
        }
        log.warn("answering 503, the database did not answer: {}", e.getMessage());
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .body(detail(Problem.UNAVAILABLE, "try again, with the same idempotency key if it was a submit"));
    }

    @ExceptionHandler
    ResponseEntity<Object> broken(RuntimeException e) {
        log.error("answering 500", e);
        return ResponseEntity.internalServerError()
                .body(detail(Problem.INTERNAL, "the log of the dispatcher says what"));
    }

    /** What the framework itself refuses: wrong method, media type, path, parameter. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail detail = ProblemDetail.forStatus(status);
        HttpStatus known = HttpStatus.resolve(status.value());
        String title = known == null ? "Refused" : known.getReasonPhrase();
        detail.setType(URI.create(
                "urn:holdfast:problem:" + title.toLowerCase(Locale.ROOT).replace(' ', '-')));
        detail.setTitle(title);
        if (body instanceof ProblemDetail given && status.is4xxClientError()) {
            detail.setDetail(given.getDetail());
        }
        return super.handleExceptionInternal(e, detail, headers, status, request);
    }

    private static ProblemDetail detail(Problem problem, @Nullable String text) {
        ProblemDetail detail = ProblemDetail.forStatus(problem.status());
        detail.setType(problem.type());
        detail.setTitle(problem.title());
        detail.setDetail(text);
        return detail;
    }
}
