package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedUrlsTest {

    private final AllowedUrls allowed = new AllowedUrls(List.of(
            "http://billing:8080/api", "https://hooks.example", "http://[::1]:9000/x/", "HTTP://Upper.Example:80/"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://billing:8080/api",
                "http://billing:8080/api/",
                "http://billing:8080/api/v1/charge?amount=5&to=../..",
                "HTTP://BILLING:8080/api/x",
                "http://billing:8080/api/a..b/...",
                "https://hooks.example",
                "https://hooks.example:443/any/thing",
                "http://[::1]:9000/x/y",
                "http://upper.example/any"
            })
    void a_place_on_the_list_may_be_called(String url) {
        assertThat(allowed.check(url)).isEqualTo(URI.create(url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://billing:8080/",
                "http://billing:8080/apix",
                "http://billing:8080/API/x",
                "http://billing:8080/api/../admin",
                "http://billing:8080/api/%2e%2e/admin",
                "http://billing:8080/api/%252e%252e/admin",
                "http://billing:8080/api/..;a=b/admin",
                "http://billing:8080/api/x%2f..%2fadmin",
                "http://billing:8080/api/x%5c..%5cadmin",
                "http://billing:8080/./api",
                "http://billing:8080//api",
                "http://billing/api",
                "http://billing:8081/api",
                "https://billing:8080/api",
                "http://billing:8080@evil.example/api",
                "http://user@billing:8080/api",
                "http://billing.evil.example:8080/api",
                "http://billing:8080\\@evil.example/api",
                "http://evil.example/http://billing:8080/api",
                "http://billing:8080/api#x",
                "https://hooks.example.evil.example/",
                "https://hooks.example./",
                "http://hooks.example/",
                "ftp://hooks.example/",
                "file:///etc/passwd",
                "//hooks.example/",
                "hooks.example",
                "https:hooks.example",
                "https:///x",
                "http://billing:8080/api/%zz",
                "",
                " http://billing:8080/api"
            })
    void any_other_may_not(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> allowed.check(url));
    }

    @ParameterizedTest
    @ValueSource(strings = {"billing", "/api", "http://u@h/", "http://h/?a=b", "http://h/../x", "ws://h/"})
    void what_cannot_be_a_place_is_no_configuration(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AllowedUrls(List.of(url)))
                .withMessageStartingWith("holdfast.http.allowed-urls contains '" + url + "', which cannot be used: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/", "https://hooks.example/"})
    void without_a_list_nothing_may_be_called(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> new AllowedUrls(List.of()).check(url));
    }
}
