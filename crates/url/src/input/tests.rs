use super::*;
use bstr::ByteSlice;
use proptest::prelude::*;

/// Returns all fields of a record with their names, each read alone; asserts that reading all in
/// one walk gives the same.
fn all(fields: &Fields, record: &str) -> Vec<(&'static str, String)> {
    let record = record.as_bytes();
    let wanted = fields.wanted(&Field::ALL, Field::ALL.map(Field::name));
    let mut values = FieldValues::default();
    fields.read(&wanted, record, &mut values);
    let mut buffer = Vec::new();
    let mut found = Vec::new();
    for (number, field) in Field::ALL.into_iter().enumerate() {
        let text = fields
            .get(field, record, &mut buffer)
            .map(|text| text.bytes(&buffer).to_vec());
        assert_eq!(
            values.get(number, record),
            text.as_deref(),
            "{field} of {}",
            record.as_bstr()
        );
        let named = fields
            .named(field.name(), record, &mut buffer)
            .map(|text| text.bytes(&buffer).to_vec());
        let number = Field::ALL.len() + number;
        assert_eq!(
            values.get(number, record),
            named.as_deref(),
            "{field} of {}",
            record.as_bstr()
        );
        found.extend(text.map(|text| (field.name(), text.to_str_lossy().into_owned())));
    }
    found
}

fn assert_fields(fields: &Fields, record: &str, wanted: &[(&str, &str)]) {
    let found = all(fields, record);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    assert_eq!(found, wanted, "{record}");
}

#[test]
fn a_body_beside_its_media_type_is_read() {
    let fields = Fields::new(Input::Lines);
    for (body, wanted) in [
        (
            r#""postData":{"mimeType":"application/json","text":"{\"n\":1}"}"#,
            r#"{"n":1}"#,
        ),
        (
            r#""postData":{"text":"a=1","params":[],"mimeType":"text/plain"}"#,
            "a=1",
        ),
        (
            r#""body":{"content_type":"application/json","raw":"{\"n\":1}"}"#,
            r#"{"n":1}"#,
        ),
        (
            r#""requestBody":{"contentType":"text/plain","content":"a=1"}"#,
            "a=1",
        ),
        (r#""payload":{"mime":"text/plain","data":"a=1"}"#, "a=1"),
        (r#""body":{"media-type":"text/plain","body":"a=1"}"#, "a=1"),
        (
            r#""body":{"contentType":"application/json","json":{"n":1}}"#,
            r#"{"n":1}"#,
        ),
        (
            r#""reqBody":{"size":3,"mime_type":"text/plain","value":"a=1"}"#,
            "a=1",
        ),
        (
            r#""request_body":{"Content-Type":"text/plain","text":"a=1"}"#,
            "a=1",
        ),
        (
            r#""post_data":{"mimeType":"text/plain","encoding":null,"text":"a=1"}"#,
            "a=1",
        ),
        // Objects that were sent.
        (
            r#""body":{"text":"a","to":"ann"}"#,
            r#"{"text":"a","to":"ann"}"#,
        ),
        (
            r#""body":{"mime":"png","data":"x"}"#,
            r#"{"mime":"png","data":"x"}"#,
        ),
        (
            r#""body":{"contentType":"a/b","name":"x"}"#,
            r#"{"contentType":"a/b","name":"x"}"#,
        ),
    ] {
        let record =
            format!(r#"{{"request":{{"method":"POST","url":"https://a.example/x",{body}}}}}"#);
        let found = all(&fields, &record);
        assert!(
            found.contains(&("body", wanted.to_owned())),
            "{record}: {found:?}"
        );
    }
}

#[test]
fn members_of_tools_are_read() {
    let fields = Fields::new(Input::Lines);
    for (record, wanted) in [
        (
            r#"{"request":{"method":"POST","endpoint":"https://a.example/x","body":"a=1\u0026b=2"},"response":{"status_code":302,"headers":{"content_type":"text/html","location":"\/y"},"content_length":12}}"#,
            &[
                ("url", "https://a.example/x"),
                ("status", "302"),
                ("method", "POST"),
                ("body", "a=1&b=2"),
                ("content-type", "text/html"),
                ("size", "12"),
                ("location", "/y"),
            ][..],
        ),
        (
            r#"{"url":"https://a.example/x","status_code":0,"title":"A \"b\"","words":3,"lines":2,"hash":{"body_mmh3":"-7","body_sha256":"ab12"},"location":"","content_length":null}"#,
            &[
                ("url", "https://a.example/x"),
                ("title", "A \"b\""),
                ("words", "3"),
                ("lines", "2"),
                ("digest", "ab12"),
            ],
        ),
        (
            r#"{"resp_headers":{"Location":["/y"],"Content-Type":["text/html"]},"request":{"method":"GET","host":"a.example","uri":"/x"},"status":301}"#,
            &[
                ("url", "//a.example/x"),
                ("status", "301"),
                ("method", "GET"),
                ("content-type", "text/html"),
                ("location", "/y"),
            ],
        ),
        // The body of the request may be JSON itself; the response's body is not taken for it.
        (
            r#"{"method":"PUT","url":"https://a.example/x","body":{"a":[1,{"b":2}]}}"#,
            &[
                ("url", "https://a.example/x"),
                ("method", "PUT"),
                ("body", r#"{"a":[1,{"b":2}]}"#),
            ],
        ),
        (
            r#"{"method":"get","url":"https://a.example/x","body":"<html>"}"#,
            &[("url", "https://a.example/x"), ("method", "GET")],
        ),
        (
            r#"{"url":"https://a.example/x","body":"<html>"}"#,
            &[("url", "https://a.example/x")],
        ),
        (
            r#"{"request":"DELETE \/x HTTP/1.1","host":"a.example","status":"ok","code":"404","size":"-"}"#,
            &[
                ("url", "//a.example/x"),
                ("status", "404"),
                ("method", "DELETE"),
            ],
        ),
        (
            r#"{"task":{"method":"api"},"page":{"url":"https://a.example/x"},"method":"scan"}"#,
            &[("url", "https://a.example/x")],
        ),
        (
            r#"com,example)/x 20200102030405 {"url":"https://a.example/x","mime":"text/html","status":"301","digest":"3I42","length":"512","redirect":"/y"}"#,
            &[
                ("url", "https://a.example/x"),
                ("status", "301"),
                ("time", "20200102030405"),
                ("content-type", "text/html"),
                ("size", "512"),
                ("digest", "3I42"),
                ("location", "/y"),
            ],
        ),
        (
            "com,example)/x 20200102030405 https://a.example/x text/html 200 3I42 512",
            &[
                ("url", "https://a.example/x"),
                ("status", "200"),
                ("time", "20200102030405"),
                ("content-type", "text/html"),
                ("size", "512"),
                ("digest", "3I42"),
            ],
        ),
    ] {
        assert_fields(&fields, record, wanted);
        assert_fields(&fields, &format!("\u{feff} {record} "), wanted);
    }
}

#[test]
fn columns_of_tables_are_read() {
    let fields = Fields::new(Input::Column(Column::Name("url".into())));
    let header = b"id,URL,Method,status_code,content_type,content_words,redirectlocation,Tenant";
    let (fields, is_header) = fields.begin(header).expect("it has the column");
    assert!(is_header);
    let record = "7,https://a.example/x,POST,302,\"text/html\",12,-,\"b \"\"c\"\"\"";
    assert_fields(
        &fields,
        record,
        &[
            ("url", "https://a.example/x"),
            ("status", "302"),
            ("method", "POST"),
            ("content-type", "text/html"),
            ("words", "12"),
        ],
    );
    let mut buffer = Vec::new();
    let tenant = fields
        .named("tenant", record.as_bytes(), &mut buffer)
        .expect("it is a column");
    assert_eq!(tenant.bytes(&buffer).as_bstr(), "b \"c\"");
    assert_eq!(fields.named("none", record.as_bytes(), &mut buffer), None);
}

#[test]
fn rows_are_read_by_the_names_of_their_columns() {
    for (header, row, wanted) in [
        (
            "\u{feff}Address,\"rel=\"\"next\"\" 1\",Status Code",
            "https://a.example/x,,404",
            ["https://a.example/x", "404", ""],
        ),
        (
            "Status,Response Code,URL,Method",
            "COMPLETE,404,https://a.example/x,card",
            ["https://a.example/x", "404", ""],
        ),
        (
            " HOST , Path ,Query String,verb",
            "a.example,/x,b=1,DELETE",
            ["//a.example/x?b=1", "", "DELETE"],
        ),
        ("method,path,status", "PUT,/x,204", ["/x", "204", "PUT"]),
        ("Type,Name,Request Count", "POST,/x,7", ["/x", "", "POST"]),
        (
            "loc,lastmod,sitemap",
            "https://a.example/x,2026-05-01,https://a.example/sitemap.xml",
            ["https://a.example/x", "", ""],
        ),
    ] {
        let (fields, is_header) = Fields::new(Input::Lines).begin(header.as_bytes()).unwrap();
        assert!(is_header, "{header}");
        let mut buffer = Vec::new();
        let found = [Field::Url, Field::Status, Field::Method].map(|field| {
            let text = fields.get(field, row.as_bytes(), &mut buffer);
            text.map_or_else(String::new, |text| {
                text.bytes(&buffer).to_str_lossy().into_owned()
            })
        });
        assert_eq!(found, wanted.map(ToOwned::to_owned), "{header}");
    }
}

#[test]
fn other_lines_are_no_header() {
    for line in [
        r#"[["urlkey","timestamp","original"],"#,
        "{\"url\":\"/a\",\"status\":200}",
        "Some words, a page",
        "https://a.example/x,url",
        "/a/url,/b/status",
        "level=info, url: /a",
    ] {
        let begun = Fields::new(Input::Lines).begin(line.as_bytes());
        let (_, is_header) = begun.expect("no column is wanted");
        assert!(!is_header, "{line}");
    }
}

#[test]
fn logs_are_read() {
    let fields = Fields::new(Input::Log(None));
    assert_fields(
        &fields,
        r#"203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "POST /a HTTP/1.1" 404 2326 "-" "curl""#,
        &[
            ("url", "/a"),
            ("status", "404"),
            ("time", "10/Oct/2026:13:55:36 +0000"),
            ("method", "POST"),
            ("size", "2326"),
        ],
    );
    let header =
        b"#Fields: date time cs-method cs-uri-stem cs-host sc-status sc-bytes sc-content-type cs(Referer)";
    let fields = fields.follow(header).expect("it names columns");
    let record = "2026-05-01 10:00:00 DELETE /a a.example 204 12 text/html https://r.example/";
    assert_fields(
        &fields,
        record,
        &[
            ("url", "//a.example/a"),
            ("status", "204"),
            ("time", "2026-05-01T10:00:00Z"),
            ("method", "DELETE"),
            ("content-type", "text/html"),
            ("size", "12"),
        ],
    );
    let referer = fields.named("cs(referer)", record.as_bytes(), &mut Vec::new());
    assert_eq!(referer, Some(FieldText::Written(b"https://r.example/")));
}

#[test]
fn a_name_is_a_member_or_else_a_field() {
    let fields = Fields::new(Input::Lines);
    let mut buffer = Vec::new();
    for (record, name, wanted) in [
        (
            r#"{"status":"new","status_code":200}"#,
            "status",
            Some("new"),
        ),
        (
            r#"{"status":null,"status_code":200}"#,
            "status",
            Some("200"),
        ),
        (r#"{"a":{"b":"x"}}"#, "a.b", Some("x")),
        (r#"{"a":{"b":"x"},"a.b":"y"}"#, "a.b", Some("y")),
        (
            r#"{"content_type":"text/html"}"#,
            "content-type",
            Some("text/html"),
        ),
        (
            r#"{"headers":{"Server":["x","y"]}}"#,
            "headers.Server",
            Some("x"),
        ),
        (r#"{"headers":{"Server":["x","y"]}}"#, "headers", None),
        (r#"{"a":"-"}"#, "a", None),
        ("https://a.example/ [200]", "status", Some("200")),
        ("https://a.example/ [200]", "server", None),
    ] {
        let found = fields.named(name, record.as_bytes(), &mut buffer);
        assert_eq!(
            found.map(|text| text.bytes(&buffer).as_bstr()),
            wanted.map(Into::into),
            "{record}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_record_is_read_alike_alone_and_with_others(
        text in r#"\{("(url|status|body|method|request|a)":("[a-zA-Z/\\:. ]{0,9}"|[0-9]{1,3}|\{"(url|method|body)":"x"\}|\[("x")?\]|null),?){0,6}\}?"#,
    ) {
        all(&Fields::new(Input::Lines), &text);
        all(&Fields::new(Input::Member("a".into())), &text);
    }
}
