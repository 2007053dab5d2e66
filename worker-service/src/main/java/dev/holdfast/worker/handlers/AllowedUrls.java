package dev.holdfast.worker.handlers;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Decides whether a URL may be called. Compared is what was parsed, part by part, never text with text: of
 * {@code http://billing/api} neither {@code http://billing.example/api} nor {@code http://billing/api-admin} nor
 * {@code http://billing/api/../admin} is a part. What two readers could read in two ways is refused.
 */
final class AllowedUrls {

    private final List<Place> allowed;

    /** Takes absolute http or https URLs without query. Throws if one is anything else. */
    AllowedUrls(List<String> urls) {
        allowed = urls.stream().map(AllowedUrls::configured).toList();
    }

    /** The parsed URL; throws {@link IllegalArgumentException}, with the reason, if it may not be called. */
    URI check(String url) {
        URI uri = URI.create(url);
        Place wanted = Place.of(uri);
        if (allowed.stream().noneMatch(wanted::isWithin)) {
            throw new IllegalArgumentException("this worker is not allowed to call it");
        }
        return uri;
    }

    private static Place configured(String url) {
        try {
            URI uri = URI.create(url);
            if (uri.getRawQuery() != null) {
                throw new IllegalArgumentException("has a query");
            }
            return Place.of(uri);
        } catch (IllegalArgumentException e) {
            // Its message is all there is to say: the cause would only hide it in the report of a failed start.
            throw new IllegalArgumentException(
                    "holdfast.http.allowed-urls contains '" + url + "', which cannot be used: " + e.getMessage());
        }
    }

    private record Place(String scheme, String host, int port, List<String> segments) {

        static Place of(URI uri) {
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!scheme.equals("http") && !scheme.equals("https")) {
                throw new IllegalArgumentException("it is no absolute http or https URL");
            }
            if (uri.getHost() == null) {
                throw new IllegalArgumentException("its host cannot be read");
            }
            if (uri.getRawUserInfo() != null) {
                throw new IllegalArgumentException("it contains a user");
            }
            if (uri.getRawFragment() != null) {
                throw new IllegalArgumentException("it contains a fragment");
            }
            int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("http") ? 80 : 443;
            return new Place(scheme, uri.getHost().toLowerCase(Locale.ROOT), port, segments(uri.getRawPath()));
        }

        private static List<String> segments(String path) {
            String inner = path.startsWith("/") ? path.substring(1) : path;
            // The slash at the end of a configured URL, and of a called one, is no segment of its own.
            String trimmed = inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner;
            return trimmed.isEmpty()
                    ? List.of()
                    : List.of(trimmed.split("/", -1)).stream()
                            .map(Place::segment)
                            .toList();
        }

        private static String segment(String raw) {
            String decoded = raw;
            for (int layer = 0; layer < 3 && decoded.indexOf('%') >= 0; layer++) {
                // Not '+': that is a space in forms only.
                decoded = URLDecoder.decode(decoded.replace("+", "%2B"), StandardCharsets.UTF_8);
            }
            String name = decoded.contains(";") ? decoded.substring(0, decoded.indexOf(';')) : decoded;
            if (decoded.indexOf('/') >= 0 || decoded.indexOf('\\') >= 0 || decoded.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("its path contains an encoded separator");
            }
            if (name.equals(".") || name.equals("..")) {
                throw new IllegalArgumentException("its path contains . or .. as a segment");
            }
            return raw;
        }

        boolean isWithin(Place other) {
            return scheme.equals(other.scheme)
                    && host.equals(other.host)
                    && port == other.port
                    && segments.size() >= other.segments.size()
                    && segments.subList(0, other.segments.size()).equals(other.segments);
        }
    }
}
