//! The names of each field in all formats: members of JSON objects (nested names are joined by
//! dots), columns of tables, and columns of W3C logs. No other file contains such names.

use super::field::Field;
use super::json_paths::PathRank;
use crate::list::list;

const URL: [&str; 21] = list(
    "request.endpoint matched-at url URL page.url task.url output original \
                request.url req.url http.url meta.req.url final_url uri endpoint link href loc \
                matched httpRequest.requestUrl properties.requestUri",
);

const STATUS: [&str; 20] = list(
    "response.status_code status_code status-code status statusCode statuscode \
                res.statusCode meta.res.statusCode http.status_code http.response.status_code \
                http.status res.status page.status response.status code response_code \
                DownstreamStatus sc-status httpRequest.status properties.httpStatusCode",
);

const TIME: [&str; 12] = list(
    "timestamp time @timestamp date datetime ts task.time created_at time_iso8601 \
                time_local start_time StartUTC",
);

const METHOD: [&str; 15] = list(
    "request.method method request_method RequestMethod :method http_method \
                req.method http.method meta.req.method cs-method http.request.method \
                httpMethod request httpRequest.requestMethod properties.httpMethod",
);

const BODY: [&str; 9] = list(
    "request.body request_body request.postData.text postData.text post_data postData \
                postdata body data",
);

const CONTENT_TYPE: [&str; 19] = list(
    "response.headers.content_type response.headers.Content-Type \
                response.headers.content-type content_type content-type contentType \
                page.mimeType mime mimetype mimeType mime_type headers.content-type \
                headers.Content-Type headers.content_type resp_headers.Content-Type \
                sent_http_content_type downstream_Content-Type http.response.mime_type \
                sc-content-type",
);

const SIZE: [&str; 13] = list(
    "response.content_length content_length content-length contentLength length size \
                body_bytes_sent bytes_sent DownstreamContentSize http.response.body.bytes \
                response.headers.content_length sc-bytes response_size",
);

const DIGEST: [&str; 17] = list(
    "hash.body_sha256 hash.body_sha512 hash.body_sha1 hash.body_md5 hash.body_mmh3 \
                digest body_sha256 body_sha1 body_md5 body_mmh3 body_hash content_hash sha256 \
                sha1 md5 checksum hash",
);

const LOCATION: [&str; 14] = list(
    "response.headers.location response.headers.Location location redirectlocation \
                redirect_location redirect_url redirectURL redirect_to redirect headers.location \
                headers.Location resp_headers.Location sent_http_location downstream_Location",
);

/// Returns the names of a field, the best one first.
pub(super) const fn names(field: Field) -> &'static [&'static str] {
    match field {
        Field::Url => &URL,
        Field::Status => &STATUS,
        Field::Time => &TIME,
        Field::Method => &METHOD,
        Field::Body => &BODY,
        Field::ContentType => &CONTENT_TYPE,
        Field::Title => &[
            "title",
            "page.title",
            "response.title",
            "page_title",
            "html_title",
        ],
        Field::Size => &SIZE,
        Field::Words => &["words", "word_count", "content_words", "response.words"],
        Field::Lines => &["lines", "line_count", "content_lines", "response.lines"],
        Field::Digest => &DIGEST,
        Field::Location => &LOCATION,
    }
}

/// Whether the body under the name of this rank may also be the response's.
pub(super) fn is_loose_body(rank: PathRank) -> bool {
    matches!(rank.of(names(Field::Body)), "body" | "data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A name of two fields would give the same value twice.
    #[test]
    fn no_name_stands_for_two_fields() {
        let mut seen = BTreeMap::new();
        for field in Field::ALL {
            for name in names(field) {
                let earlier = seen.insert(name.to_ascii_lowercase(), (field, *name));
                assert!(
                    earlier.is_none_or(|(before, other)| before == field && other != *name),
                    "{name}: {field}, {earlier:?}"
                );
            }
        }
    }
}
