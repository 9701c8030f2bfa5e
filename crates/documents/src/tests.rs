use std::time::Instant;

use url::Url;

use super::*;
use crate::document::{DocumentKind, read};
use crate::sniff::{Judgement, Sniffer};
use crate::urls::Urls;
use urlsift_extract::{Extractor, RequestParts, UrlOutput};

/// The kind of a document, or why it could not be read.
type ReadOutcome = Result<Option<DocumentKind>, (DocumentKind, String)>;

/// Returns the URLs of a document, and whether it was read.
fn urls(text: &str, base: Option<&str>) -> (Vec<String>, ReadOutcome) {
    requests(text, base, RequestParts::default())
}

/// Returns the same, with only these parts of requests.
fn requests(text: &str, base: Option<&str>, wanted: RequestParts) -> (Vec<String>, ReadOutcome) {
    let mut sniffer = Sniffer::new(false);
    let Judgement::Whole(form, length) = sniffer.judge(text.as_bytes(), true) else {
        return (Vec::new(), Ok(None));
    };
    let base = base.map(|base| Url::parse(base).expect("is a URL"));
    let mut extractor = Extractor::new(base).request_parts(wanted);
    let mut found = Vec::new();
    let kind = read(
        form,
        &text.as_bytes()[..length],
        &mut Urls::new(&mut UrlOutput {
            extractor: &mut extractor,
            delimiter: b'\n',
            found: &mut found,
        }),
    );
    (
        String::from_utf8(found)
            .expect("is text")
            .lines()
            .map(str::to_owned)
            .collect(),
        kind,
    )
}

const OLD: &str = r#"{"swagger": "2.0", "host": "api.example.com", "basePath": "/v1", "schemes": ["https", "wss"],
"paths": {"/pets": {"get": {"schemes": ["http"]}, "post": {}}, "/pets/{petId}": {"get": {}}, "x-note": {"get": {}}},
"securityDefinitions": {"a": {"type": "oauth2", "tokenUrl": "https://login.example.com/token"}},
"externalDocs": {"url": "https://docs.example.com/"}}"#;

const NEW: &str = "\
info: {title: Made up, description: 'see https://docs.example.com/'}
servers:
- url: https://{region}.example.com/{version}/
  variables:
    region: {default: eu, enum: [eu, us]}
    version: {enum: [v2]}
    \"none\": {}
paths:
  /pets:
    get: {}
    post:
      servers: &upload
      - url: https://upload.example.com
  /pets/{petId}:
    servers: [{url: '//pets.example.com/'}]
    delete: {}
  /files:
    put:
      servers: *upload
components:
  securitySchemes:
    a: {flows: {implicit: {authorizationUrl: 'https://login.example.com/'}}}
openapi: 3.1.0
";

#[test]
fn paths_are_joined_to_their_servers() {
    let old = [
        "http://api.example.com/v1/pets",
        "POST https://api.example.com/v1/pets",
        "POST wss://api.example.com/v1/pets",
        "https://api.example.com/v1/pets/{petId}",
        "wss://api.example.com/v1/pets/{petId}",
        "https://login.example.com/token",
    ];
    assert_eq!(
        urls(OLD, None),
        (
            old.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::OpenApi))
        )
    );
    let new = [
        "https://eu.example.com/v2/pets",
        "POST https://upload.example.com/pets",
        "DELETE //pets.example.com/pets/{petId}",
        "PUT https://upload.example.com/files",
        "https://login.example.com/",
    ];
    assert_eq!(
        urls(NEW, None),
        (
            new.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::OpenApi))
        )
    );
    assert_eq!(
        urls(NEW, Some("https://b.example/")).0[2],
        "DELETE https://pets.example.com/pets/{petId}"
    );
    let plain = requests(NEW, None, NONE).0;
    assert_eq!(
        plain,
        new.map(|line| line.rsplit(' ').next().expect("it has a URL"))
    );
}

#[test]
fn references_callbacks_and_extensions_are_read() {
    let text = "\
x-zork:
  a: {b: c}
openapi: 3.1.0
servers: [{url: https://a.example}]
paths:
  /a: {$ref: '#/components/pathItems/A'}
  /b: {$ref: '#/paths/~1a'}
  /c: {$ref: '#/paths/~1d~1%7Bid%7D'}
  /d/{id}: {patch: {}, post: {callbacks: {one: {$ref: '#/components/callbacks/X'}, two: {$ref: '#/components/callbacks/X'}}}}
  /e: {$ref: '#/paths/~1e'}
  /f: {$ref: 'other.yaml#/f'}
components:
  pathItems: {A: {delete: {}, put: {}}}
  callbacks: {X: {'https://hook.example/x': {post: {}}, '{$request.body#/to}': {post: {}}}}
";
    let wanted = [
        "DELETE https://a.example/a",
        "PUT https://a.example/a",
        "DELETE https://a.example/b",
        "PUT https://a.example/b",
        "PATCH https://a.example/c",
        "POST https://a.example/c",
        "POST https://hook.example/x",
        "PATCH https://a.example/d/{id}",
        "POST https://a.example/d/{id}",
        "https://a.example/e",
        "https://a.example/f",
    ];
    let all = wanted.map(str::to_owned).to_vec();
    assert_eq!(
        urls(text, None),
        (all, Ok(Some(DocumentKind::OpenApiWithHooks)))
    );
    let hooks = "openapi: 3.1.0\nwebhooks: {new: {post: {}}}\n";
    assert_eq!(
        urls(hooks, None),
        (Vec::new(), Ok(Some(DocumentKind::OpenApiWithHooks)))
    );
    let servers: Vec<String> = (0..40)
        .map(|at| format!("{{url: //h{at}.example}}"))
        .collect();
    let many = format!(
        "openapi: 3.0.0\nservers: [{}]\npaths: {{/a: {{get: {{}}}}}}\n",
        servers.join(",")
    );
    assert_eq!(urls(&many, None).0.len(), 40);
}

/// Parts for output of URLs alone.
#[test]
fn operations_have_the_parameters_of_their_queries() {
    let text = r##"{"openapi": "3.1.0", "paths": {
        "/find": {"parameters": [{"$ref": "#/components/parameters/page"}],
            "get": {"parameters": [{"in": "query", "name": "q", "required": true}, {"in": "header", "name": "x"}]},
            "post": {}},
        "/list": {"get": {"parameters": [
            {"in": "query", "name": "do", "schema": {"enum": ["list", "wipe"]}},
            {"in": "query", "name": "filter", "style": "deepObject", "schema": {"properties": {"a b": {}, "c": {}}}}]}},
        "/a{/b}{?d}": {"get": {}}},
        "components": {"parameters": {"page": {"in": "query", "name": "page"}}}}"##;
    let old = r#"{"swagger": "2.0", "paths": {"/find": {"get": {"parameters": [
        {"in": "query", "name": "q", "enum": ["x"]}, {"in": "formData", "name": "y"}]}}}}"#;
    for (text, wanted) in [
        (
            text,
            &[
                "/find?page=&q=",
                "POST /find?page=",
                "/list?do=list&filter[a%20b]=&filter[c]=",
                "/list?do=wipe",
                "/a?d=",
                "/a/{b}?d=",
            ][..],
        ),
        (old, &["/find?q=x"]),
    ] {
        let found = requests(text, None, RequestParts::default());
        assert_eq!(found.0, wanted);
    }
}

/// However a body is described, each field of it is named, and each value that a field may have.
#[test]
fn operations_have_the_fields_of_their_bodies() {
    let json = |schema: &str| {
        format!(
            r##"{{"openapi": "3.1.0", "paths": {{"/a": {{"post": {{"requestBody": {{"content": {{"application/json": {{"schema": {schema}}}}}}}}}}}}},
            "components": {{"schemas": {{"User": {{"type": "object", "properties": {{"name": {{"type": "string"}}, "boss": {{"$ref": "#/components/schemas/User"}}}}}},
            "Named": {{"properties": {{"description": {{"type": "string"}}, "content": {{}}}}}}}}}}}}"##
        )
    };
    for (schema, wanted) in [
        (
            r#"{"properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "ok": {"type": "boolean"}}}"#,
            &[r#"{"age":0,"name":"","ok":true}"#][..],
        ),
        (
            r##"{"$ref": "#/components/schemas/User"}"##,
            &[r#"{"boss":null,"name":""}"#],
        ),
        (
            r##"{"type": "array", "items": {"$ref": "#/components/schemas/Named"}}"##,
            &[r#"[{"content":"","description":""}]"#],
        ),
        (
            r##"{"allOf": [{"$ref": "#/components/schemas/Named"}, {"properties": {"id": {"type": "number"}}}]}"##,
            &[r#"{"content":"","description":"","id":0}"#],
        ),
        (
            r#"{"oneOf": [{"properties": {"card": {}}}, {"properties": {"bank": {}}}]}"#,
            &[r#"{"bank":"","card":""}"#],
        ),
        (
            r#"{"properties": {"action": {"enum": ["add", "wipe"]}, "list": {"type": "array"}}}"#,
            &[r#"{"action":"add","list":[]}"#, r#"{"action":"wipe"}"#],
        ),
        (r#"{"type": "string"}"#, &[""]),
    ] {
        let found = requests(&json(schema), None, RequestParts::default()).0;
        let bodies: Vec<&str> = found
            .iter()
            .map(|line| line.split_once('\t').map_or("", |(_, body)| body))
            .collect();
        assert_eq!(bodies, wanted, "{schema}");
        assert!(found.iter().all(|line| line.starts_with("POST /a")));
    }
    let form = "\
openapi: 3.0.0
paths:
  /login:
    post:
      requestBody: {$ref: '#/components/requestBodies/Login'}
    get:
      requestBody: {$ref: '#/components/requestBodies/Login'}
components:
  requestBodies:
    Login:
      content:
        multipart/form-data:
          schema: {properties: {user: {type: string}, example: {type: string}}}
";
    let old = r##"{"swagger": "2.0", "paths": {"/login": {"post": {"parameters": [
        {"in": "formData", "name": "user"}, {"in": "formData", "name": "do", "enum": ["in", "out"]}]},
        "put": {"parameters": [{"in": "body", "name": "it", "schema": {"$ref": "#/definitions/It"}}]}}},
        "definitions": {"It": {"properties": {"a": {"properties": {"b": {}}}}}}}"##;
    for (text, wanted) in [
        (form, &["POST /login\texample=&user=", "/login"][..]),
        (
            old,
            &[
                "POST /login\tdo=in&user=",
                "POST /login\tdo=out",
                "PUT /login\t{\"a\":{\"b\":\"\"}}",
            ],
        ),
    ] {
        let found = requests(text, None, RequestParts::default());
        assert_eq!(found.0, wanted);
    }
}

/// A few schemas that refer to each other describe a body that has no end.
#[test]
fn bodies_stay_small_whatever_refers_to_what() {
    let mut schemas = Vec::new();
    for from in 0..20 {
        let fields: Vec<String> = (0..20)
            .map(|to| format!(r##""f{to}": {{"$ref": "#/components/schemas/S{to}"}}"##))
            .collect();
        let fields = fields.join(", ");
        schemas.push(format!(r#""S{from}": {{"properties": {{{fields}}}}}"#));
    }
    let schemas = schemas.join(", ");
    let text = format!(
        r##"{{"openapi": "3.0.0", "paths": {{"/a": {{"post": {{"requestBody": {{"content": {{"application/json": {{"schema":
        {{"$ref": "#/components/schemas/S0"}}}}}}}}}}}}}}, "components": {{"schemas": {{{schemas}}}}}}}"##
    );
    let (found, _) = urls(&text, None);
    assert_eq!(found.len(), 1);
    assert!(found[0].len() < 64 << 10, "{} bytes", found[0].len());
}

const NONE: RequestParts = RequestParts {
    method: false,
    status: false,
};

/// Every method on one path, and a path without an operation.
const METHODS: &str = "\
openapi: 3.2.0
servers: [{url: https://api.example.com}]
paths:
  /pets:
    parameters: [{name: x, in: query}]
    summary: all of them
    get: {}
    head: {}
    options: {}
    trace: {}
    query: {}
    post: {}
    put: {}
    patch: {}
    delete: {}
    additionalOperations: {COPY: {}, Greet: {}}
  /none: {}
";

#[test]
fn each_operation_of_a_path_is_a_line() {
    let line = |method: &str| format!("{method}https://api.example.com/pets?x=");
    let methods = [
        "", "", "OPTIONS ", "TRACE ", "QUERY ", "POST ", "PUT ", "PATCH ", "DELETE ", "COPY ", "",
    ];
    let mut wanted = methods.map(line).to_vec();
    wanted.push("https://api.example.com/none".to_owned());
    assert_eq!(
        urls(METHODS, None),
        (wanted, Ok(Some(DocumentKind::OpenApi)))
    );
    let plain = [
        "https://api.example.com/pets?x=",
        "https://api.example.com/none",
    ];
    assert_eq!(requests(METHODS, None, NONE).0, plain);
}

/// Requests with bodies of all modes, one of which has another mode than the one set.
const SENT: &str = r#"{"info": {"_postman_id": "1"}, "item": [
 {"request": {"method": "POST", "url": "https://a.example/raw", "body": {"mode": "raw", "raw": "{\n  \"name\": \"x\"\n}"}}},
 {"request": {"method": "POST", "url": "https://a.example/form", "body": {"mode": "urlencoded", "urlencoded": [
   {"key": "a b", "value": "1&2"}, {"key": "c", "value": "x", "disabled": true}, {"key": "d"}], "raw": "x=1"}}},
 {"request": {"method": "put", "url": "https://a.example/parts", "body": {"mode": "formdata", "formdata": [
   {"key": "file", "type": "file", "src": "/home/ann/a.png"}, {"key": "note", "value": "x"}]}}},
 {"request": {"method": "POST", "url": "https://a.example/graphql", "body": {"mode": "graphql", "graphql": {
   "query": "query Pets {\n pets { id }\n}", "operationName": "Pets", "variables": "{}"}}}},
 {"request": {"method": "POST", "url": "https://a.example/text", "body": {"mode": "raw", "raw": "only words"}}},
 {"request": {"method": "POST", "url": "https://a.example/file", "body": {"mode": "file", "file": {"src": "/a"}}}},
 {"request": {"method": "GET", "url": "https://a.example/get", "body": {"mode": "raw", "raw": "{\"a\": 1}"}}},
 {"request": {"method": "DELETE", "url": "https://a.example/x"}, "response": [{"body": "https://body.example/"}]}
]}"#;

#[test]
fn requests_of_a_collection_have_method_and_body() {
    let wanted = [
        "POST https://a.example/raw\t{ \"name\": \"x\" }",
        "POST https://a.example/form\ta+b=1%262&d=",
        "PUT https://a.example/parts\tfile=&note=x",
        r#"POST https://a.example/graphql	{"operationName":"Pets","query":"query Pets {\n pets { id }\n}"}"#,
        "POST https://a.example/text",
        "POST https://a.example/file",
        "https://a.example/get",
        "DELETE https://a.example/x",
    ];
    assert_eq!(
        urls(SENT, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Postman))
        )
    );
    let plain = [
        "raw", "form", "parts", "graphql", "text", "file", "get", "x",
    ];
    assert_eq!(
        requests(SENT, None, NONE).0,
        plain.map(|path| format!("https://a.example/{path}"))
    );
}

/// Recordings of a browser and a proxy: bodies as text and as fields, half a character in one, all
/// classes of answers.
const RECORDED: &str = r#"{"log": {"entries": [
 {"request": {"method": "GET", "url": "https://a.example/u/1"}, "response": {"status": 404}},
 {"request": {"method": "GET", "url": "https://a.example/u/2"}, "response": {"status": 200}},
 {"request": {"method": "GET", "url": "https://a.example/u/3"}, "response": {"status": 304}},
 {"request": {"method": "GET", "url": "https://a.example/u/4"}, "response": {"status": 0}},
 {"request": {"method": "GET", "url": "https://a.example/old"}, "response": {"status": 301, "redirectURL": "/new?x=1"}},
 {"request": {"method": "POST", "url": "https://a.example/login", "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=ann&pw=x"}}, "response": {"status": 401}},
 {"request": {"method": "POST", "url": "https://a.example/fields", "postData": {"params": [{"name": "a", "value": "1"}, {"name": "b"}]}}, "response": {"status": 201}},
 {"request": {"method": "POST", "url": "https://a.example/binary", "postData": {"text": "\u0000\ud83d\\ud83d"}}},
 {"request": {"method": "PUT", "url": "https://a.example/emoji", "postData": {"text": "{\"a\": \"\ud83d\ude00\"}"}}}
]}}"#;

#[test]
fn recorded_requests_have_method_body_and_status() {
    let wanted = [
        "https://a.example/u/1 [404]",
        "https://a.example/u/2",
        "https://a.example/u/3",
        "https://a.example/u/4",
        "https://a.example/old [301] [/new?x=1]",
        "POST https://a.example/login [401]\tuser=ann&pw=x",
        "POST https://a.example/fields\ta=1&b=",
        "POST https://a.example/binary",
        "PUT https://a.example/emoji\t{\"a\": \"\u{1f600}\"}",
    ];
    assert_eq!(
        urls(RECORDED, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Har))
        )
    );
    let no_status = requests(
        RECORDED,
        None,
        RequestParts {
            method: true,
            status: false,
        },
    )
    .0;
    assert_eq!(no_status[5], "POST https://a.example/login\tuser=ann&pw=x");
    let no_method = requests(
        RECORDED,
        None,
        RequestParts {
            method: false,
            status: true,
        },
    )
    .0;
    assert_eq!(no_method[5], "https://a.example/login [401]");
    assert_eq!(requests(RECORDED, None, NONE).0[0], "https://a.example/u/1");
}

#[test]
fn proxies_record_method_body_and_status() {
    // POST /api/items?x=1 HTTP/1.1, with a host, and {"name": "a"} as its body.
    let packed = "UE9TVCAvYXBpL2l0ZW1zP3g9MSBIVFRQLzEuMQ0KSG9zdDogYS5leGFtcGxlDQpSZWZlcmVyOiBodHRwczovL3IuZXhhbXBsZS8NCg0KeyJuYW1lIjogImEifQ==";
    let burp = format!(
        "<items burpVersion='1'><item><url>https://a.example/api/items?x=1</url><method>POST</method>\
         <request base64='true'>{packed}</request><status>403</status></item>\
         <item><url>https://a.example/api/items/1</url><method><![CDATA[DELETE]]></method><status>204</status></item>\
         <item><url>https://a.example/r?u=https://b.example/x</url>\
         <request base64='false'>GET /r?u=https://b.example/x HTTP/1.1\n\n</request><status></status></item>\
         <item><url>https://a.example/j</url><request base64='true'>UE9TVCAvaiBIVFRQLzEuMQ0KDQphPTE=</request></item></items>"
    );
    let wanted = [
        "POST https://a.example/api/items?x=1 [403]\t{\"name\": \"a\"}",
        "https://r.example/",
        "DELETE https://a.example/api/items/1",
        "https://a.example/r?u=https://b.example/x",
        "https://b.example/x",
        "POST https://a.example/j\ta=1",
    ];
    assert_eq!(
        urls(&burp, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Burp))
        )
    );
    let wanted = [
        "PATCH https://a.example/x [500]\ta=1".to_owned(),
        "https://a.example/y".to_owned(),
    ]
    .to_vec();
    let xml = "<OWASPZAPReport><site><alerts><alertitem><instances>
        <instance><uri>https://a.example/x</uri><method>PATCH</method><requestheader>PATCH https://a.example/x HTTP/1.1</requestheader>
        <requestbody>a=1</requestbody><responseheader>HTTP/1.1 500 No</responseheader></instance>
        <instance><uri>https://a.example/y</uri><method>GET</method></instance></instances></alertitem></alerts></site></OWASPZAPReport>";
    assert_eq!(
        urls(xml, None),
        (wanted.clone(), Ok(Some(DocumentKind::Zap)))
    );
    let json = r#"{"@programName": "ZAP", "site": [{"alerts": [{"instances": [
        {"uri": "https://a.example/x", "method": "PATCH", "request-header": "PATCH https://a.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n",
         "request-body": "a=1", "response-header": "HTTP/1.1 500 No"}, {"uri": "https://a.example/y", "method": "GET"}]}]}]}"#;
    assert_eq!(urls(json, None), (wanted, Ok(Some(DocumentKind::Zap))));
}

#[test]
fn relative_servers_are_completed_by_the_base() {
    for (servers, base, wanted) in [
        ("", None, "/pets/{id}"),
        (
            "",
            Some("https://b.example/docs/api.yaml"),
            "https://b.example/pets/{id}",
        ),
        ("servers: [{url: /}]", None, "/pets/{id}"),
        (
            "servers: [{url: '/{tenant}/v1'}]",
            None,
            "/{tenant}/v1/pets/{id}",
        ),
        (
            "servers: [{url: '/{tenant}/v1/'}]",
            Some("https://b.example/docs/"),
            "https://b.example/{tenant}/v1/pets/{id}",
        ),
        ("servers: [{url: v1}]", None, "/v1/pets/{id}"),
        (
            "servers: [{url: ../v1}]",
            Some("https://b.example/docs/x/"),
            "https://b.example/docs/v1/pets/{id}",
        ),
        (
            "servers: [{url: '{+base}/v1'}]",
            None,
            "/{+base}/v1/pets/{id}",
        ),
        ("servers: [{url: ''}, {}, x]", None, "/pets/{id}"),
    ] {
        let text = format!("openapi: '3.0.0'\n{servers}\npaths:\n  /pets/{{id}}:\n    get: {{}}\n");
        let (found, kind) = urls(&text, base);
        assert_eq!(
            (found, kind),
            (vec![wanted.to_owned()], Ok(Some(DocumentKind::OpenApi))),
            "{servers} {base:?}"
        );
    }
    let old = |more: &str, base| {
        urls(
            &format!("swagger: '2.0'\n{more}\npaths: {{/a: {{get: {{}}}}}}\n"),
            base,
        )
        .0
    };
    assert_eq!(
        old("host: h.example\nbasePath: v1/", None),
        ["//h.example/v1/a"]
    );
    assert_eq!(
        old("host: h.example", Some("http://b.example/x")),
        ["http://h.example/a"]
    );
    assert_eq!(
        old("basePath: /v1", Some("http://b.example/x")),
        ["http://b.example/v1/a"]
    );
    assert_eq!(old("basePath: /v1", None), ["/v1/a"]);
}

const COLLECTION: &str = r#"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
"variable": [{"key": "baseUrl", "value": "{{host}}/api"}, {"key": "host", "value": "https://a.example"}, {"key": "loop", "value": "{{loop}}{{loop}}"}],
"item": [
 {"name": "folder", "variable": [{"key": "host", "value": "https://b.example"}], "item": [
  {"request": {"url": {"raw": "{{baseUrl}}/users/:id?q={{none}}"}, "description": "https://docs.example.com/"}}]},
 {"request": "{{baseUrl}}/plain", "response": [{"originalRequest": {"url": "https://c.example/saved"}, "body": "https://body.example/"}]},
 {"request": {"url": {"protocol": "https", "host": ["d", "example"], "port": "8443", "path": ["x", {"value": "y"}], "query": [{"key": "a", "value": "1"}, {"key": "b", "disabled": true}]}}},
 {"request": {"url": "{{adminUrl}}/admin"}},
 {"request": {"url": "{{protocol}}://{{adminHost}}/admin"}},
 {"request": {"url": "/rooted"}},
 {"request": {}}
]}"#;

#[test]
fn requests_of_a_collection_have_its_variables() {
    let wanted = [
        "https://b.example/api/users/:id?q={{none}}",
        "https://a.example/api/plain",
        "https://c.example/saved",
        "https://d.example:8443/x/y?a=1",
        "//{{adminUrl}}/admin",
        "//{{protocol}}://{{adminHost}}/admin",
        "/rooted",
    ];
    assert_eq!(
        urls(COLLECTION, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Postman))
        )
    );
    let based = urls(COLLECTION, Some("https://z.example/v1/")).0;
    assert_eq!(
        based[4..],
        [
            "https://z.example/v1/admin",
            "https://z.example/v1/admin",
            "https://z.example/rooted"
        ]
    );
    let wrapped = format!("{{\"collection\": {COLLECTION}}}");
    assert_eq!(urls(&wrapped, None).0, wanted);
}

/// Multipart forms, as text and as fields. Files have names of fields in their contents.
#[test]
fn multipart_forms_give_the_names_of_their_parts() {
    let part = |head: &str, text: &str| format!(r"--b\r\n{head}\r\n\r\n{text}\r\n");
    let field = r"Content-Disposition: form-data; name=";
    let file = format!(r#"{field}\"up\"; filename=\"a;b.png\""#);
    let has_fields = r"x=1&y=2\r\nContent-Disposition: form-data; name=no";
    for (data, wanted) in [
        (
            part(&format!(r#"{field}\"action\""#), "delete") + &part(&file, has_fields),
            "action=delete&up=",
        ),
        (
            part(
                &format!("Content-Type: text/plain\\r\\n{field}note"),
                &"long ".repeat(99),
            ),
            "note=",
        ),
        (
            part(
                &format!("{field}operations"),
                r#"{\"query\":\"mutation Up { up }\"}"#,
            ),
            r#"{"query":"mutation Up { up }"}"#,
        ),
    ] {
        let har = format!(
            r#"{{"log":{{"entries":[{{"request":{{"method":"POST","url":"https://a.example/up","postData":{{"mimeType":"multipart/form-data; boundary=b","params":[],"text":"{data}--b--\r\n"}}}}}}]}}}}"#
        );
        let (found, _) = urls(&har, None);
        assert_eq!(found, [format!("POST https://a.example/up\t{wanted}")]);
    }
    let har = r#"{"log":{"entries":[{"request":{"method":"POST","url":"https://a.example/up","postData":{"params":[
        {"name":"up","fileName":"a.txt","contentType":"text/plain","value":"x=1&y=2"},{"name":"a","value":"1"}]}}}]}}"#;
    let (found, _) = urls(har, None);
    assert_eq!(found, ["POST https://a.example/up\tup=&a=1"]);
}

/// Forms whose boundaries, ends and parts are unusual.
#[test]
fn multipart_forms_have_the_fields_of_their_boundary() {
    let part = |boundary: &str, head: &str, text: &str| {
        format!(r"--{boundary}\r\nContent-Disposition: form-data; name={head}\r\n\r\n{text}\r\n")
    };
    let one = part("b", "action", "delete");
    let files = part("i", "no", "x") + "--i--";
    let mixed = r"files\r\nContent-Type: multipart/mixed; boundary=i";
    let fake = part("fake", "no", "x");
    for (boundary, data, wanted) in [
        ("b", format!(r"a preamble\r\n{one}--b--"), "action=delete"),
        ("b", format!(r"-- \r\n--no\r\n{one}--b--"), "action=delete"),
        ("b", format!("{fake}{one}--b--"), "action=delete"),
        ("b", format!(r"{one}--b--\r\n{fake}"), "action=delete"),
        (
            r#"\"b c\""#,
            one.replace("--b", "--b c") + "--b c--",
            "action=delete",
        ),
        ("b; charset=utf-8", one.clone() + "--b--", "action=delete"),
        ("B", one.clone() + "--b--", "action=delete"),
        (
            "b",
            one.clone() + &part("b", mixed, &files) + "--b--",
            "action=delete&files=",
        ),
        (
            "b",
            one.clone() + &part("b", "c", "2")[..40],
            "action=delete",
        ),
        ("b", one[..one.len() - 4].to_owned(), "action=delete"),
        ("b", one.clone() + "--", "action=delete"),
        (
            "b",
            one.replace(r"\r\n", r"\n") + r"--b--\n",
            "action=delete",
        ),
    ] {
        let har = format!(
            r#"{{"log":{{"entries":[{{"request":{{"method":"POST","url":"https://a.example/up","postData":{{"mimeType":"multipart/form-data; boundary={boundary}","text":"{data}"}}}}}}]}}}}"#
        );
        let (found, _) = urls(&har, None);
        assert_eq!(
            found,
            [format!("POST https://a.example/up\t{wanted}")],
            "{data}"
        );
    }
    // A proxy's message has its headers.
    let data = fake.clone() + &one + "--b--";
    let message = format!(
        r"POST /up HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n{data}"
    );
    let message = message.replace(r"\r\n", "\r\n");
    let burp = format!(
        "<?xml version=\"1.0\"?><items burpVersion=\"1\"><item><url>https://a.example/up</url><request base64=\"false\"><![CDATA[{message}]]></request></item></items>"
    );
    let (found, _) = urls(&burp, None);
    assert_eq!(found[0], "POST https://a.example/up\taction=delete");
}

#[test]
fn har_gives_its_requests_alone() {
    let text = r#"{"log": {"version": "1.2", "creator": {"name": "x", "url": "https://tool.example/"}, "entries": [
        {"request": {"method": "GET", "url": "https://a.example/x?y=1\u0026z", "headers": [{"name": "Referer", "value": "https://r.example/"}]},
         "response": {"content": {"text": "<a href='https://page.example/'>\ud83d"}}},
        {"request": {"url": "wss://a.example/socket"}}, {}]}}"#;
    let wanted = ["https://a.example/x?y=1&z", "wss://a.example/socket"];
    assert_eq!(
        urls(text, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Har))
        )
    );
}

/// One item with a request and a response in base64, and one as text.
const BURP: &str = "<?xml version=\"1.0\"?>
<!DOCTYPE items [
<!ELEMENT items (item*)>
<!ELEMENT url (#PCDATA)>
]>
<items burpVersion=\"2026.1\" exportTime=\"Mon Jan 05 10:00:00 UTC 2026\">
  <item>
    <url><![CDATA[https://a.example/shop/list?x=1&y=2]]></url>
    <request base64=\"true\"><![CDATA[R0VUIC9zaG9wL2xpc3Q/eD0xJnk9MiBIVFRQLzEuMQ0KSG9zdDogYS5leGFtcGxlDQoNCg==]]></request>
    <response base64=\"true\"><![CDATA[SFRUUC8xLjEgMzAyIEZvdW5kDQpMb2NhdGlvbjogL2xvZ2luDQoNCjxhIGhyZWY9Iml0ZW0vNyI+\nPC9hPg==]]></response>
  </item>
  <item>
    <url>https://b.example/?a=1&amp;b=2&#x26;c</url>
    <response base64=\"false\"><![CDATA[<p> fetch(\"/api/v1\")]]></response>
  </item>
</items>
";

#[test]
fn exports_of_proxies_give_requests_and_what_is_in_messages() {
    let wanted = [
        "https://a.example/shop/list?x=1&y=2 [302] [/login]",
        "https://a.example/shop/item/7",
        "https://b.example/?a=1&b=2&c",
        "https://b.example/api/v1",
    ];
    let (found, kind) = urls(BURP, None);
    let found: Vec<_> = found
        .into_iter()
        .filter(|url| url != "https://a.example/login")
        .collect();
    assert_eq!(
        (found, kind),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Burp))
        )
    );
    let zap = "<?xml version=\"1.0\"?><OWASPZAPReport programName=\"ZAP\"><site name=\"https://a.example\"><alerts><alertitem>
        <reference>https://docs.example.com/</reference><instances><instance><uri>https://a.example/x?a=1&amp;b=2</uri>
        <requestheader>GET https://a.example/x HTTP/1.1</requestheader><responsebody>&lt;a href=&quot;y&quot;&gt;</responsebody>
        </instance></instances></alertitem></alerts></site></OWASPZAPReport>";
    let wanted = [
        "https://a.example/x?a=1&b=2",
        "https://a.example/x",
        "https://a.example/y",
    ];
    assert_eq!(
        urls(zap, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Zap))
        )
    );
    let json = r#"{"@programName": "ZAP", "site": [{"@name": "https://a.example", "alerts": [{"reference": "https://docs.example.com/",
        "instances": [{"uri": "https://a.example/x", "response-body": "<a href='y'>"}]}]}]}"#;
    let wanted = ["https://a.example/x", "https://a.example/y"];
    assert_eq!(
        urls(json, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Zap))
        )
    );
}

/// An issue with two messages, and one with none. Host headers that repeat the URL are not URLs.
#[test]
fn issues_give_the_requests_of_their_messages() {
    let text = "<?xml version=\"1.0\"?>
<!DOCTYPE issues [
<!ELEMENT issues (issue*)>
]>
<issues burpVersion=\"2026.1\" exportTime=\"Mon Jan 05 10:00:00 UTC 2026\">
  <issue>
    <host ip=\"203.0.113.9\">https://www.example.com</host>
    <path><![CDATA[/user/7]]></path>
    <location><![CDATA[/user/7 [tab parameter]]]></location>
    <issueBackground><![CDATA[<a href=\"https://advice.example.com/\">x</a>]]></issueBackground>
    <requestresponse>
      <request method=\"GET\" base64=\"true\"><![CDATA[R0VUIC91c2VyLzc/dGFiPXBvc3RzIEhUVFAvMS4xDQpIb3N0OiB3d3cuZXhhbXBsZS5jb20NCg0K]]></request>
    </requestresponse>
    <requestresponse>
      <request method=\"POST\" base64=\"true\"><![CDATA[UE9TVCAvdXNlci83IEhUVFAvMS4xDQpIT1NUOiB3d3cuZXhhbXBsZS5vcmcNCg0KbmFtZT1hbm4=]]></request>
      <response base64=\"true\"><![CDATA[SFRUUC8xLjEgMzAzIFNlZSBPdGhlcg0KTG9jYXRpb246IC9kb25lDQoNCg==]]></response>
    </requestresponse>
  </issue>
  <issue>
    <host>https://www.example.com</host>
    <path>/img/</path>
  </issue>
</issues>
";
    let wanted = [
        "https://www.example.com/user/7?tab=posts",
        "POST https://www.example.com/user/7 [303] [/done]\tname=ann",
        "www.example.org",
        "https://www.example.com/done",
        "https://www.example.com/img/",
    ];
    assert_eq!(
        urls(text, None),
        (
            wanted.map(str::to_owned).to_vec(),
            Ok(Some(DocumentKind::Burp))
        )
    );
}

#[test]
fn only_a_host_header_that_repeats_the_host_is_left_out() {
    let item = |url: &str, host: &str| {
        let message = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let text = format!(
            "<items burpVersion=\"1\"><item><url>{url}</url><method>GET</method><request><![CDATA[{message}]]></request></item></items>"
        );
        urls(&text, None).0
    };
    for (url, host) in [
        ("https://shop.example.com/", "shop.example.com"),
        ("https://shop.example.com/", "SHOP.example.com"),
        ("https://shop.example.com:8443/", "shop.example.com:8443"),
    ] {
        assert_eq!(item(url, host), [url]);
    }
    // A part of the URL's host is another host.
    for (url, host) in [
        ("https://www.example.com.test/", "www.example.com"),
        ("https://test.www.example.com/", "www.example.com"),
    ] {
        assert_eq!(item(url, host), [url, host]);
    }
}

#[test]
fn other_documents_are_none() {
    for text in [
        r#"{"log": {"entries": 7}, "request": "x"}"#,
        r#"{"url": "https://a.example/", "tags": ["swagger", "openapi"]}"#,
        r#"{"swagger": "https://a.example/", "paths": {}}"#,
        r#"{"openapi": {"a": 1}}"#,
        "swagger: see https://a.example/\npaths:\n",
    ] {
        assert_eq!(urls(text, None), (vec![], Ok(None)), "{text}");
    }
}

#[test]
fn broken_documents_say_so() {
    for (text, kind) in [
        (
            r#"{"openapi": "3.0.0", "paths": {"/a": nil}}"#,
            DocumentKind::OpenApi,
        ),
        ("openapi: 3.0.0\npaths:\n  /a: [\n", DocumentKind::OpenApi),
        ("openapi: 3.0.0\npaths: *none\n", DocumentKind::OpenApi),
        (
            "<items burpVersion='1'><item><url>https://a.example/</url>",
            DocumentKind::Burp,
        ),
        (
            "<items burpVersion='1'><item></url></items>",
            DocumentKind::Burp,
        ),
        (
            "<issues burpVersion='1'><issue><host>https://a.example</host>",
            DocumentKind::Burp,
        ),
        ("<OWASPZAPReport><a", DocumentKind::Zap),
    ] {
        let cause = urls(text, None).1.expect_err(text);
        assert!(cause.0 == kind && !cause.1.is_empty(), "{text}: {cause:?}");
    }
    let deep = format!(
        "{{\"openapi\": {}{}}}",
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    assert_eq!(
        urls(&deep, None).1.expect_err("deep").0,
        DocumentKind::OpenApi
    );
    let deep = format!("openapi: 3.0.0\nx-a: {}", "- ".repeat(10_000));
    assert_eq!(
        urls(&deep, None).1.expect_err("deep").0,
        DocumentKind::OpenApi
    );
}

/// Parts that are repeated by reference take no more room than their text.
#[test]
fn aliases_and_many_servers_stay_small() {
    let mut bomb = "openapi: 3.0.0\nx-a0: &a0 {get: {}}\n".to_owned();
    for i in 1..60 {
        bomb.extend(["x-a", &i.to_string(), ": &a", &i.to_string(), " [*a0"]);
        bomb.extend(vec![format!(", *a{}", i - 1); 10]);
        bomb += "]\n";
    }
    bomb += "paths:\n  /a: *a59\n  /b: *a0\n";
    assert_eq!(urls(&bomb, None).0, ["/a", "/b"]);

    let servers: Vec<String> = (0..2000)
        .map(|i| format!("{{\"url\": \"https://h{i}.example/{}\"}}", "x".repeat(999)))
        .collect();
    let paths: Vec<String> = (0..20_000).map(|i| format!("\"/{i}\": {{}}")).collect();
    let text = format!(
        "{{\"openapi\": \"3.0.0\", \"servers\": [{}], \"paths\": {{{}}}}}",
        servers.join(","),
        paths.join(",")
    );
    let found = urls(&text, None).0;
    assert!(
        found.len() >= 20_000 && found.iter().map(String::len).sum::<usize>() < 20 * text.len()
    );
    assert_eq!(
        found.last().map(String::as_str),
        Some("/19999"),
        "beyond that, paths stay unjoined"
    );

    let laughs: Vec<String> = (0..40)
        .map(|i| {
            format!(
                "{{\"key\": \"a{i}\", \"value\": \"{}\"}}",
                format!("{{{{a{}}}}}", i + 1).repeat(20)
            )
        })
        .collect();
    let items = vec!["{\"request\": \"{{a0}}\"}"; 1000].join(",");
    let text = format!(
        "{{\"info\": {{\"_postman_id\": \"1\"}}, \"variable\": [{}], \"item\": [{items}]}}",
        laughs.join(",")
    );
    let found = urls(&text, None).0;
    assert!(found.len() == 1000 && found.iter().map(String::len).sum::<usize>() < 64 << 20);
}

/// Four times the text takes no more than about four times the time, whatever is repeated.
#[test]
fn time_is_linear_in_the_text() {
    let heads: [(&str, &[&str]); 6] = [
        (
            "{\"openapi\": \"3.0.0\", \"paths\": {",
            &[
                "\"/a\": {}, ",
                "\"/a\": {\"get\": {\"servers\": [{\"url\": \"{a}{a}\"}]}}, ",
                "\"",
                "\\",
                "{\"",
                "[",
                "\\u0000",
            ],
        ),
        (
            "openapi: 3.0.0\nx: &a {get: {servers: [{url: b}]}}\npaths:\n",
            &[
                " /a: *a\n",
                " /a: {$ref: '#/x'}\n",
                " /a: {get: {callbacks: *a}}\n",
                " <<: *a\n",
                " - - ",
                " ? ",
                " /a: &b c\n",
                " \"",
                " {",
                "#\n",
                "a",
                "---\n",
            ],
        ),
        (
            "{\"info\": {\"_postman_id\": \"1\"}, \"variable\": [{\"key\": \"a\", \"value\": \"{{a}}{{a}}\"}], \"item\": [",
            &[
                "{\"request\": \"{{a}}\"}, ",
                "{\"item\": [",
                "{\"variable\": [{\"key\": \"a\", \"value\": \"{{\"}]}, ",
            ],
        ),
        (
            "{\"log\": {\"entries\": [{\"request\": {\"url\": \"",
            &["{{", "http://", "\"}}, {\"request\": {\"url\": \"x"],
        ),
        (
            "<items burpVersion='1'><url>",
            &[
                "<url>",
                "&amp;",
                "&",
                "<url/>",
                "<!--",
                "<![CDATA[",
                "<a base64='true'>AAAA</a>",
                "<request>x</request>",
                "<response base64='true'>PGEgaHJlZj14Pg==</response>",
                "<",
                "]]>",
            ],
        ),
        (
            "<OWASPZAPReport>",
            &[
                "<uri>x</uri>",
                "<uri ",
                "a=",
                "\"",
                "<requestbody>https://a.example/</requestbody>",
            ],
        ),
    ];
    for (head, pieces) in heads {
        for piece in pieces {
            let seconds = |length: usize| {
                let text = format!("{head}{}", piece.repeat(length / piece.len()));
                let start = Instant::now();
                drop(urls(&text, Some("https://b.example/")));
                start.elapsed().as_secs_f64()
            };
            let is_linear = || {
                let (few, many) = (seconds(1 << 20), seconds(4 << 20));
                many < 8.0 * few + 1.0 && many < 20.0
            };
            // Another program may slow the machine during one measurement, but not during every
            // one.
            assert!(
                (0..5).any(|_| is_linear()),
                "{head}{piece}: four times the length takes too long"
            );
        }
    }
}

#[test]
fn a_document_of_very_many_parts_is_not_held() {
    let many = "0,".repeat(node::PARTS);
    let json = |list: &str| {
        format!(
            r#"{{"openapi": "3.0.0", "servers": [{{"url": "//a.example"}}], "x": [{list}0], "paths": {{}}}}"#
        )
    };
    let (_, read) = urls(&json(&many), None);
    assert_eq!(read.map_err(|(kind, _)| kind), Err(DocumentKind::OpenApi));
    let (_, read) = urls(&json("0,0,"), None);
    assert_eq!(read, Ok(Some(DocumentKind::OpenApi)));
    let (_, read) = urls(
        &format!("openapi: 3.0.0\nx: [{many}0]\npaths: {{}}\n"),
        None,
    );
    assert_eq!(
        read,
        Err((
            DocumentKind::OpenApi,
            format!("more than {} parts", node::PARTS)
        ))
    );
}
