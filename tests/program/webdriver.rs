//! A browser, driven as its users' testing tools drive it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a browser may take for one answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser, driven by the `WebDriver` protocol.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser of its own, with arguments and, if it is one, as a phone.
    pub(crate) fn start(arguments: &[&str], phone: bool) -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(driver.stdout.take().expect("it is a pipe")).lines();
        let port = lines.find_map(|line| {
            let line = line.expect("it is text");
            line.split_once("successfully on port ")?
                .1
                .trim_end_matches('.')
                .parse()
                .ok()
        });
        let mut browser = Self {
            driver,
            port: port.expect("it says its port"),
            session: String::new(),
        };
        let own = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=1200,900",
        ];
        let all = [&own, arguments].concat();
        let mut options = json!({ "args": all });
        if phone {
            let metrics = json!({ "width": 390, "height": 844, "pixelRatio": 2, "mobile": true, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted =
            json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
        let session = browser.call(
            "POST",
            "",
            &json!({ "capabilities": { "alwaysMatch": wanted } }),
        );
        browser.session = format!(
            "/{}",
            session["sessionId"].as_str().expect("there is a session")
        );
        browser
    }

    pub(crate) fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        let (session, length) = (&self.session, body.len());
        write!(
            stream,
            "{method} /session{session}{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("the driver reads");
        // The driver leaves the connection open, and says how long its answer is.
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("it can be set");
        let (mut answer, mut lines) = (BufReader::new(stream), String::new());
        while !lines.ends_with("\r\n\r\n") {
            assert!(
                answer.read_line(&mut lines).expect("the driver answers") > 0,
                "{lines}"
            );
        }
        let length = lines.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length")
                .then(|| value.trim().parse().ok())?
        });
        let mut body = vec![0; length.expect("it says how long its answer is")];
        answer.read_exact(&mut body).expect("the driver answers");
        let body = String::from_utf8(body).expect("JSON is UTF-8");
        assert!(lines.starts_with("HTTP/1.1 200"), "{method} {path}: {body}");
        serde_json::from_str::<Value>(&body).expect("it is JSON")["value"].take()
    }

    pub(crate) fn open(&self, page: &Path) {
        self.call(
            "POST",
            "/url",
            &json!({ "url": format!("file://{}", page.display()) }),
        );
    }

    pub(crate) fn evaluate(&self, script: &str) -> Value {
        self.call(
            "POST",
            "/execute/sync",
            &json!({ "script": script, "args": [] }),
        )
    }

    /// Waits until a script says yes.
    pub(crate) fn wait(&self, script: &str) {
        let started = Instant::now();
        while self.evaluate(script) != json!(true) {
            assert!(
                started.elapsed() < PATIENCE,
                "never: {script}; {}",
                self.complaints()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The path of an element.
    fn find(&self, selector: &str) -> String {
        let found = self.call(
            "POST",
            "/element",
            &json!({ "using": "css selector", "value": selector }),
        );
        let id = found
            .as_object()
            .and_then(|found| found.values().next())
            .and_then(Value::as_str);
        format!("/element/{}", id.expect("there is an element"))
    }

    pub(crate) fn click(&self, selector: &str) {
        self.call(
            "POST",
            &format!("{}/click", self.find(selector)),
            &json!({}),
        );
    }

    pub(crate) fn write(&self, selector: &str, text: &str) {
        self.call(
            "POST",
            &format!("{}/value", self.find(selector)),
            &json!({ "text": text }),
        );
    }

    /// What the browser complained of: scripts, styles, policies.
    pub(crate) fn complaints(&self) -> Value {
        self.call("POST", "/se/log", &json!({ "type": "browser" }))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver closes the browser with the session.
        if !std::thread::panicking() {
            self.call("DELETE", "", &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
