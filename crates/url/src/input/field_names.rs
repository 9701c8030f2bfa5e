//! The grammar of the names of fields: of members of JSON at any depth, columns of tables and logs,
//! and labels. The last words of a name say which field it may name, and those before them, with
//! the names above it, how likely that is. How the words are joined does not matter:
//! `response.statusCode`, `HTTP Response Status-Code`, `sc-status`.
//!
//! `data/name_endings.txt` has the last words below the role of the value, each with its rank. The
//! value decides too: a candidate whose value [does not fit](super::field_value) is none.

use super::field_role::FieldRole;
use super::field_words::{self, FieldWord, FieldWordKind};
use super::name_surroundings::{self, NameSurroundings};
use crate::list::list;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A role that a value may have by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameCandidate {
    pub role: FieldRole,
    /// The candidate of the highest rank wins.
    pub rank: i16,
    /// Whether the name leaves no doubt, so that less is asked of the value.
    pub is_sure: bool,
    /// Whether it is of a target: that of the request or of a server behind.
    pub is_target: bool,
}

impl NameCandidate {
    /// The candidate of a value that is known by its form.
    pub(super) fn sure(role: FieldRole) -> Self {
        Self {
            role,
            rank: i16::MAX,
            is_sure: true,
            is_target: false,
        }
    }
}

/// Ranks of the list count in this many steps, so that each word above makes a name a little worse.
const SCALE: i16 = 10;

/// The last words of names of a role.
struct NameEnding {
    role: FieldRole,
    rank: i16,
    /// The words, the last one first.
    words: Vec<&'static str>,
    extent: EndingExtent,
}

/// The names that an ending may take words of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndingExtent {
    /// Several, one above the other.
    Names,
    /// One.
    Name,
    /// All words of one, and no other.
    WholeName,
}

/// The endings by their last word.
static ENDINGS: LazyLock<HashMap<&str, Vec<NameEnding>>> = LazyLock::new(|| {
    let mut endings: HashMap<&str, Vec<NameEnding>> = HashMap::new();
    for listed in field_words::listed(include_str!("data/name_endings.txt")) {
        let role = FieldRole::of(listed.heading).expect("the heading is a role");
        let mut items = listed.line.split(' ');
        let rank = items.next().and_then(|rank| rank.parse().ok());
        let rank = rank.expect("a rank comes first");
        for item in items {
            let ending = NameEnding::of(role, rank, item);
            endings.entry(ending.words[0]).or_default().push(ending);
        }
    }
    endings
});

impl NameEnding {
    /// Reads an ending: its words with hyphens, behind a mark of its extent.
    fn of(role: FieldRole, rank: i16, text: &'static str) -> Self {
        let marks = [
            ("=", EndingExtent::WholeName),
            ("~", EndingExtent::Name),
            ("", EndingExtent::Names),
        ];
        let mut marked = marks.iter();
        let found = marked.find_map(|(mark, extent)| Some((text.strip_prefix(mark)?, *extent)));
        let (text, extent) = found.unwrap_or((text, EndingExtent::Names));
        Self {
            role,
            rank,
            words: text.rsplit('-').collect(),
            extent,
        }
    }

    /// Returns the candidate of a name with these words, if it has this ending.
    fn candidate(&self, words: &[FieldWord]) -> Option<NameCandidate> {
        let (last, above) = words.split_at_checked(self.words.len())?;
        for (word, wanted) in last.iter().zip(&self.words) {
            if word.text != *wanted {
                return None;
            }
        }
        let depth = last.last()?.depth;
        if self.extent != EndingExtent::Names && depth > 0 {
            return None;
        }
        let surroundings = NameSurroundings { depth, above };
        if self.extent == EndingExtent::WholeName && !surroundings.are_plain_names() {
            return None;
        }
        let grade = surroundings.grade(self.role, self.rank)?;
        let above = i16::try_from(above.len()).ok()?;
        let rank = grade.rank * SCALE - above;
        Some(NameCandidate {
            role: self.role,
            rank,
            is_sure: grade.is_sure,
            is_target: surroundings.is_of_target(),
        })
    }
}

/// What a name says of its value and of what is below it.
#[derive(Debug, Default)]
pub(super) struct NameMeaning {
    /// The roles that the value may have, each once.
    pub candidates: Vec<NameCandidate>,
    /// Whether fields may be below it. Members of an error or a referrer are others.
    pub leads_on: bool,
    /// Whether it says nothing, or that what is below belongs to the request.
    pub is_plain: bool,
    /// Whether a path under it may be that of the request.
    pub may_be_target: bool,
}

/// Returns what a name says, given those above it, the innermost first.
pub(super) fn meaning<'n>(names: impl Iterator<Item = &'n [u8]>) -> NameMeaning {
    let words = field_words::words(names, is_head);
    let own = words.iter().filter(|word| word.name == 0);
    let mut others = own.clone().filter(|word| word.kind == FieldWordKind::Never);
    NameMeaning {
        leads_on: others.all(|word| word.text.starts_with("redirect")),
        is_plain: own.clone().all(name_surroundings::is_plain),
        candidates: candidates_of(&words),
        may_be_target: words.iter().all(may_name_target),
    }
}

/// Words of names that have paths of a machine, or that are no paths.
const OF_MACHINE: [&str; 35] = list(
    "bin binary cgroup cmd command cwd device dir directory disk exe executable folder home id \
     interpreter ip library location log logfile logger logs module mount mountpoint program root \
     script service socket storage store unit volume",
);

/// Whether a path may be that of a request, as far as a word of its names says.
fn may_name_target(word: &FieldWord) -> bool {
    let is_of_other = matches!(
        word.kind,
        FieldWordKind::Never
            | FieldWordKind::Protocol
            | FieldWordKind::Described
            | FieldWordKind::Machine
            | FieldWordKind::Values
            | FieldWordKind::Response
    );
    !is_of_other && !word.is_among(&OF_MACHINE)
}

/// Returns the roles that the value under a name alone may have.
pub(super) fn candidates(name: &[u8]) -> Vec<NameCandidate> {
    meaning(std::iter::once(name)).candidates
}

/// Returns the roles that a value may have under these words. Each role comes once.
fn candidates_of(words: &[FieldWord]) -> Vec<NameCandidate> {
    let mut found = Vec::new();
    add_candidates(words, 0, &mut found);
    for behind in 1..words.len() {
        if !may_stand_behind(&words[behind - 1], &words[behind]) {
            break;
        }
        let loss = i16::try_from(behind).unwrap_or(i16::MAX / SCALE);
        add_candidates(&moved_ahead(words, behind), loss, &mut found);
    }
    found
}

/// Whether a word may be the last of a name.
fn is_head(word: &str) -> bool {
    ENDINGS.contains_key(word)
}

/// Whether these two words are listed together.
fn is_ending(last: &FieldWord, before: &FieldWord) -> bool {
    let Some(endings) = ENDINGS.get(&*last.text) else {
        return false;
    };
    let words = [&*last.text, &*before.text];
    endings.iter().any(|ending| ending.words == words)
}

/// Whether a word may stand behind those that name a field, given the one before it: `status
/// (HTTP)`, `method_name`. The name of a host may be that of a machine.
fn may_stand_behind(word: &FieldWord, before: &FieldWord) -> bool {
    let is_beside = word.depth == before.depth || word.is_among(&["http", "https"]);
    match word.kind {
        FieldWordKind::Suffix | FieldWordKind::Request | FieldWordKind::Response => true,
        FieldWordKind::Plain => is_beside && word.text.len() > 1 && !is_head(&word.text),
        _ => is_beside && word.text == "name" && !is_ending(word, before),
    }
}

/// Returns the words of a name with as many of its last words before the others of the same name:
/// `status response` becomes `response status`. Words that say nothing are left out.
fn moved_ahead(words: &[FieldWord], behind: usize) -> Vec<FieldWord> {
    let depth = words[behind].depth;
    let mut moved = Vec::new();
    let mut above = Vec::new();
    for word in &words[behind..] {
        let place = if word.depth == depth {
            &mut moved
        } else {
            &mut above
        };
        place.push(word.clone());
    }
    for word in &words[..behind] {
        if word.kind != FieldWordKind::Suffix && word.text != "name" {
            moved.push(FieldWord {
                depth,
                ..word.clone()
            });
        }
    }
    moved.append(&mut above);
    moved
}

/// Adds the candidates of a name with these words, each this much worse than its rank says, for
/// roles that have none as good.
fn add_candidates(words: &[FieldWord], loss: i16, found: &mut Vec<NameCandidate>) {
    let Some(last) = words.first() else {
        return;
    };
    let Some(endings) = ENDINGS.get(&*last.text) else {
        return;
    };
    for ending in endings {
        let Some(mut candidate) = ending.candidate(words) else {
            continue;
        };
        candidate.rank -= loss * SCALE;
        let place = found.iter().position(|other| other.role == candidate.role);
        match place {
            Some(place) if found[place].rank >= candidate.rank => {}
            Some(place) => found[place] = candidate,
            None => found.push(candidate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The roles of a name, the one of the highest rank first. `>` stands between names.
    fn roles(name: &str) -> Vec<FieldRole> {
        let mut found = meaning(name.rsplit('>').map(str::as_bytes)).candidates;
        found.sort_by_key(|candidate| -candidate.rank);
        found.iter().map(|candidate| candidate.role).collect()
    }

    /// The rank of a role under a name; 0 if it has none.
    fn rank(role: FieldRole, name: &str) -> i16 {
        let found = meaning(name.rsplit('>').map(str::as_bytes)).candidates;
        let found = found.iter().find(|candidate| candidate.role == role);
        found.map_or(0, |candidate| candidate.rank)
    }

    #[test]
    fn names_say_what_their_values_may_be() {
        for (role, names) in [
            (
                FieldRole::Status,
                "status|Status Code|HTTPStatus|http_response_code|responseCode|responseCodeSent|\
                 EdgeResponseStatus|elb_status_code|sc-status|resp.code|rc|Result|statuscode|\
                 Status (HTTP)|Code of the response|status_value|status-http-response|\
                 http>response>status_code|properties>httpStatus|upstream_status|status.raw|\
                 httpStatus_d|sc_status_i|http_stat_cd|HTTP-statuscode (laatste)|Status (vorige keer)|\
                 res>statusCode|:status|reply_code|fields>status",
            ),
            (
                FieldRole::Method,
                "method|requestMethod|request_verb|cs-method|http.http_method|:method|reqMethod|\
                 Method (HTTP)|HTTP_METHOD_NAME|methodOfRequest|Method [Request]|verb for the request|\
                 OperationName|transaction|span>name|transaction_name|\
                 ClientRequestMethod|jsonPayload>method|span>method|type|action|httpmethod|\
                 httpMethod_s|httpmeth|data>protocol",
            ),
            (
                FieldRole::Url,
                "url|URL|request>url|matched-at|Full URL|page_url|requestUrl|http_request_full_uri|\
                 Address|loc|warc-target-uri|url.full|urlname|permalink|webpage>link|req.originalUrl|\
                 Target URL|snapshot>request>url|final_url|Destination|Top pages|Website",
            ),
            (
                FieldRole::Path,
                "path|url.path|request_uri|cs-uri-stem|RequestPath|x-envoy-original-path|\
                 httpRequest>uri|http.target|requestpath|span>uri|headers>:path|ClientRequestURI",
            ),
            (
                FieldRole::Host,
                "fqdn|server|Website|service name|destination|scope|base|vhost_name|virtualHost|\
                 Host (HTTP)|host of the request|host|http_host|:authority|cs(Host)|x-host-header|server_name|vhost|Virtual Host|\
                 RequestHost|ClientRequestHost|url>domain|domainName|http>hostname|server.address|\
                 request>headers>Host|req-headers>host|headers>x-forwarded-host|dest_host|hostname|netloc",
            ),
            (
                FieldRole::Query,
                "query|args|cs-uri-query|queryString|url>query|request.query|search|Query String",
            ),
            (
                FieldRole::Scheme,
                "scheme|RequestScheme|x_forwarded_proto|url.scheme|cs-protocol",
            ),
            (FieldRole::Port, "port|server_port|RequestPort|url>port"),
            (
                FieldRole::RequestLine,
                "request|req|request_line|first line|request>raw|name",
            ),
            (
                FieldRole::Body,
                "body|request_body|postData|post_data>text|requestBody|reqBody|req>body|payload|\
                 request.content|fetch>requestBody|http.request.body.content|data|post_body",
            ),
            (
                FieldRole::ContentType,
                "content_type|Content-Type|mimeType|response>headers>content-type|mime|\
                 sent_http_content_type|contenttype|response>content>mimeType",
            ),
            (FieldRole::Title, "title|page>title|HTML Title|Title 1"),
            (
                FieldRole::Size,
                "size|content_length|bytes_sent|http.response.body.bytes|response_size|\
                 DownstreamContentSize|body_bytes_sent|sc-bytes|EdgeResponseBytes|crawl>response>content_length",
            ),
            (
                FieldRole::Words,
                "words|word_count|content_words|response>words",
            ),
            (FieldRole::Lines, "lines|lineCount"),
            (
                FieldRole::Digest,
                "hash>body_sha256|digest|content_hash|md5|body_mmh3",
            ),
            (
                FieldRole::Location,
                "location|redirectlocation|redirect_url|headers>location|redirectURL|\
                 sent_http_location|downstream_Location|redirect_to|redirect",
            ),
            (
                FieldRole::Time,
                "timestamp|@timestamp|time_local|StartUTC|EdgeStartTimestamp|createdAt|\
                 requestTime|startedDateTime|ts|time_iso8601|date",
            ),
            (
                FieldRole::Message,
                "content|message|msg|MESSAGE|log|text|event>original",
            ),
        ] {
            for name in names.split('|') {
                assert!(roles(name).contains(&role), "{name}: {:?}", roles(name));
            }
        }
    }

    #[test]
    fn other_names_say_nothing() {
        for (role, names) in [
            (
                FieldRole::Status,
                "smtp_status|ftp.response_code|sip>status|exit_code|error_code|grpc_status|country_code|error>status|matcher-status|\
                 query>status|zip code|status_text_length|status_x (exit)|exit_code_d",
            ),
            (FieldRole::Method, "params>method|cookies>method|methods"),
            (
                FieldRole::Url,
                "Referer|referer_url|screenshot_url|favicon>url|parent url|query>url|\
                 req.query.url|headers>link|previous_url|cookies>path|webhook_url",
            ),
            (
                FieldRole::Path,
                "template-path|file>path|process>path|cookie_path|log.file.path|params>path",
            ),
            (
                FieldRole::Host,
                "source_domain|source>domain|client_host|ClientHost|upstream>server|headers>server|remote_host|peer>host|host>name|os>host|upstream_host|\
 headers>referer",
            ),
            (
                FieldRole::Port,
                "remote_port|client_port|src_port|upstream_port|export",
            ),
            (FieldRole::Body, "response>body|response_data|headers>body"),
            (
                FieldRole::ContentType,
                "request>headers>content-type|requestContentType",
            ),
            (
                FieldRole::Digest,
                "url_hash|session_hash|url>hash|page_hash",
            ),
            (
                FieldRole::Size,
                "url_length|query_length|page_size|url>length|request_length|RequestContentSize|title_length|headersSize|OriginContentSize|upstream>size",
            ),
            (
                FieldRole::Digest,
                "favicon_hash|commit_hash|header_md5|hashtag",
            ),
            (
                FieldRole::Location,
                "x-edge-location|geo_location|request>location",
            ),
        ] {
            for name in names.split('|') {
                assert!(!roles(name).contains(&role), "{name}: {:?}", roles(name));
            }
        }
        for name in ["", "_", "id", "export", "passport", "nickname"] {
            assert_eq!(roles(name), [], "{name}");
        }
    }

    #[test]
    fn names_of_many_languages_are_read() {
        for (role, names) in [
            (
                FieldRole::Status,
                "Code de statut HTTP|Code d'état|code de réponse|Código de estado|código de respuesta|\
                 Estado HTTP|Codice di stato|codice risposta|Statuscode der Antwort|Antwortcode|\
                 HTTP-Statuscode|responscode|Statuskod|svarskod|svarkode|Tilakoodi|vastauskoodi|\
                 Kod statusu|kod odpowiedzi|Stavový kód|kód odpovědi|Код ответа|КОД СОСТОЯНИЯ|\
                 код відповіді|Állapotkód|válaszkód|Cod de stare|cod de răspuns|Durum Kodu|yanıt kodu|\
                 Κωδικός κατάστασης|状态码|HTTP状态码|响应状态码|响应码|狀態碼|ステータスコード|\
                 レスポンスコード|응답 코드|상태코드|رمز الحالة|קוד סטטוס|Mã trạng thái|kode status|\
                 kode respons|estado_de_la_respuesta|HTTPcode",
            ),
            (
                FieldRole::Method,
                "Méthode HTTP|méthode de la requête|Método de solicitud|método da requisição|\
                 Metodo della richiesta|HTTP-Methode|Anfragemethode|verzoekmethode|Förfrågningsmetod|\
                 anmodningsmetode|pyyntömenetelmä|Metoda żądania|metoda požadavku|Метод запроса|\
                 метод запиту|kérés módszere|metoda cererii|İstek Yöntemi|μέθοδος αιτήματος|请求方法|\
                 請求方法|リクエストメソッド|요청 메서드|طريقة الطلب|שיטת בקשה|Phương thức HTTP|\
                 metode permintaan|HTTPmethod|HTTPverb|requestmethode",
            ),
            (
                FieldRole::Url,
                "Adresse de la page|Sayfa URL'si|URL-ul paginii|Адреса сторінки|URL solicitada|Dirección web|endereço|Indirizzo URL|Webadresse|\
                 Adres URL|odkaz|Ссылка|Посилання|URL-адрес страницы|hivatkozás|legătură|bağlantı|\
                 διεύθυνση|网址|请求网址|链接地址|リンク|페이지 주소|رابط|כתובת|Liên kết|tautan|\
                 uri_requested|url_visited|target.uri|besuchte Seite",
            ),
            (
                FieldRole::Path,
                "Pfad|chemin de la requête|Ruta|caminho|percorso|sökväg|polku|Ścieżka|cesta|Путь|шлях|\
                 elérési út|διαδρομή|请求路径|パス|경로|נתיב|المسار|Đường dẫn",
            ),
            (
                FieldRole::Host,
                "Hôte|Anfitrión|domínio|Хост|主机名|ホスト名|호스트|máy chủ|Servidor|домен",
            ),
        ] {
            for name in names.split('|') {
                assert!(roles(name).contains(&role), "{name}: {:?}", roles(name));
            }
        }
        for name in [
            "Источник",
            "Verweis",
            "来源",
            "リファラー",
            "source de la page",
            "título",
            "código postal",
            "Postleitzahl",
            "método de pago",
            "decode",
            "encode",
        ] {
            let found = roles(name);
            let wanted = [FieldRole::Url, FieldRole::Status, FieldRole::Method];
            let is_none = |role: &FieldRole| !wanted.contains(role);
            assert!(found.iter().all(is_none), "{name}: {found:?}");
        }
    }

    /// Each name is better than the one behind it.
    #[test]
    fn better_names_have_higher_ranks() {
        for (role, names) in [
            (
                FieldRole::Status,
                "status_code|response_code|status|order_status|code|rc|upstream_status",
            ),
            (FieldRole::Status, "DownstreamStatus|OriginStatus"),
            (
                FieldRole::Status,
                "http status|Status (HTTP)|status|status_value",
            ),
            (FieldRole::Method, "method|method_name|transaction"),
            (
                FieldRole::Url,
                "url|link|target_url|upstream_url|repository>url",
            ),
            (
                FieldRole::Host,
                ":authority|headers>Host|http_host|vhost|host|server_name|domain|hostname",
            ),
            (FieldRole::Host, "http_request_host|host|shop_host"),
            (FieldRole::Host, "cs-host|server_name"),
            (
                FieldRole::Url,
                "request>endpoint|matched-at|request>url|output|url|page>url|uri|loc|final_url|upstream_url|image_url",
            ),
            (FieldRole::Path, "original_url|request_uri|url|uri|path"),
            (
                FieldRole::Method,
                "request>method|method|response>method|type",
            ),
            (
                FieldRole::Body,
                "request>postData>text|request_body|body|payload|data",
            ),
            (FieldRole::Digest, "hash>body_sha256|hash>body_md5|hash"),
            (FieldRole::Time, "timestamp|time|date|headers>date"),
            (
                FieldRole::Size,
                "response>content_length|content_length|length",
            ),
        ] {
            let ranks: Vec<_> = names.split('|').map(|name| rank(role, name)).collect();
            assert!(
                ranks.is_sorted_by(|a, b| a > b),
                "{role:?} {names}: {ranks:?}"
            );
            assert!(
                ranks.iter().all(|rank| *rank > 0),
                "{role:?} {names}: {ranks:?}"
            );
        }
    }

    proptest! {
        /// Words, separators, capitals and depth do not matter.
        #[test]
        fn names_are_read_alike_in_every_spelling(
            words in prop::sample::select(vec![
                "http response status code", "request method", "request url", "edge response status",
                "url path", "request host", "content length", "response content type", "query string",
                "request body", "http referer", "response body", "title", "final url", "date time",
            ]),
            separators in prop::collection::vec("_|-| |\\.|>", 6),
            is_upper: bool,
        ) {
            let mut joined = String::new();
            let mut camel = String::new();
            for (word, separator) in words.split(' ').zip(&separators) {
                if !joined.is_empty() {
                    joined.push_str(separator);
                }
                let word = if is_upper { word.to_ascii_uppercase() } else { word.to_owned() };
                joined.push_str(&word);
                let (first, rest) = word.split_at(1);
                camel.push_str(&first.to_ascii_uppercase());
                camel.push_str(&rest.to_ascii_lowercase());
            }
            let wanted = roles(words).first().copied();
            for spelling in [joined, camel, words.replace(' ', "")] {
                prop_assert_eq!(roles(&spelling).first().copied(), wanted, "{}", spelling);
            }
        }

        #[test]
        fn any_bytes_are_taken(name in prop::collection::vec(any::<u8>(), 0..40)) {
            candidates(&name);
        }
    }
}
