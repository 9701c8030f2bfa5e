use super::Fold;
use std::borrow::Cow;

fn folded(text: &str, fold: Fold) -> String {
    fold.apply(Cow::Borrowed(text)).into_owned()
}

#[test]
fn marks_between_single_characters_are_taken_out() {
    let cases = [
        ("加★我★微★信", "加我微信"),
        ("加_我_微_信 abc", "加我微信 abc"),
        ("加 我 微 信", "加我微信"),
        ("加. 我. 微. 信", "加我微信"),
        ("加 ★ 我 ★ 微 ★ 信", "加我微信"),
        ("今 ・ す ・ ぐ", "今すぐ"),
        ("무 ~ 료 ~ 상 ~ 담", "무료상담"),
        ("加😀😀😀我😀微😀信", "加我微信"),
        ("加👍🏽我👍🏽微👍🏽信", "加我微信"),
        ("兼★职，日★结300元", "兼职,日结300元"),
        ("兼★职★日★结，3★天★到★账", "兼职日结,3★天到账"),
        ("加★我★微★信 兼★职★多", "加我微信 兼职多"),
        ("免★费★领★取★V★信", "免费领取V信"),
        ("フ*リ*ー*ラ*ン*ス", "フリーランス"),
        ("お・金・を・稼・ぐ", "お金を稼ぐ"),
        ("무★료 상★담★받", "무료 상담받"),
        ("무-료-상-담", "무료상담"),
        ("무 료  상 담", "무료  상담"),
        ("ร★ี★บ★ส★ม", "รีบสม"),
        ("f.r.e.e m.o.n.e.y i.s", "free money is"),
        ("F★R★E★E", "FREE"),
        ("б.е.с.п.л.а.т.н.о", "бесплатно"),
        ("δ*ω*ρ*ε*ά*ν", "δωρεάν"),
        ("م★ج★ا★ن★ي", "مجاني"),
        ("ח.י.נ.ם", "חינם"),
        ("मु★फ़्★त★है", "मुफ़्तहै"),
    ];
    for (text, wanted) in cases {
        assert_eq!(folded(text, Fold::Marks), wanted, "{text}");
        assert_eq!(
            folded(wanted, Fold::Marks),
            wanted,
            "{text}: it stays as it is"
        );
    }
}

#[test]
fn invisible_characters_and_strokes_never_count() {
    let cases = [
        ("fr\u{200B}ee\u{FEFF}", "free"),
        ("加\u{FE0F}我\u{E0101}微\u{2060}信", "加我微信"),
        ("f\u{336}r\u{336}e\u{336}e\u{336}", "free"),
        ("加\u{336}我\u{20DD}微\u{301}信\u{488}", "加我微信"),
        ("f\u{301}\u{302}\u{303}ree", "free"),
        ("f\u{332}r\u{332}e\u{332}e\u{332} i\u{332}s", "free is"),
        ("f\u{300}r\u{300}èè café", "free café"),
        (
            "w\u{308}\u{330}i\u{308}\u{330}n\u{308}\u{330} naïve",
            "win naive",
        ),
        ("б\u{331}о\u{331}н\u{331}у\u{331}с\u{331}", "бонус"),
        (
            "加\u{332}我\u{332}微 v\u{332}i\u{332}p\u{332}",
            "加我微 vip",
        ),
        ("cafe\u{34F}\u{301}", "café"),
        ("pay\u{AD}ment \u{202E}now\u{202C}", "payment now"),
        ("5\u{FE0F}\u{20E3} off", "5 off"),
        ("加\u{E31}我\u{64E}微\u{93F}", "加我微"),
        ("f\u{5B8}r\u{E49}ee", "free"),
        ("مجــاني", "مجاني"),
    ];
    for (text, wanted) in cases {
        assert_eq!(folded(text, Fold::Marks), wanted, "{text}");
    }
}

#[test]
fn texts_of_people_stay_as_they_are() {
    for text in [
        "well-known facts, e.g. in the U.S. it's A & B",
        "plan a, b, c or d of 5 x 3 m",
        "你好，我是 王 先生。电话13812345678",
        "甲、乙商店",
        "이 책은 한 번 읽어 볼 만하다",
        "東京タワー・大阪城へ行く",
        "ผู้ใช้ 42 คน สมัครแล้ว",
        "मुझे हिन्दी अच्छी लगती है।",
        "আমি বাংলায় গান গাই",
        "தமிழ் மொழி அழகானது",
        "مَرحَبًا بِكُم في المَوقِع",
        "שָׁלוֹם עֲלֵיכֶם",
        "Xin chào, tôi là người Việt Nam",
        "Я не и́мя за́мка, а замо́к",
        "ọkọ́ àti ọkọ̀",
        "tượu ưởi hươu m\u{304}\u{301}",
        "à é í m\u{301}, ọ̀rọ̀ ẹ̀kọ́",
        "Žluťoučký kůň ėjo",
        "ភាសាខ្មែរ",
        "မြန်မာဘာသာ",
        "ພາສາລາວ ງາມ",
        "Ελλάδα, ο ένας",
    ] {
        let composed = folded(text, Fold::Nothing);
        assert_eq!(folded(text, Fold::Marks), composed, "{text}");
    }
}

#[test]
fn blanks_and_forms_count_unless_they_are_wanted() {
    let spaced = "v i a g r a  n o w";
    assert_eq!(folded(spaced, Fold::Marks), spaced);
    assert_eq!(folded(spaced, Fold::Blanks), "viagra  now");
    let cases = [
        ("v ★ i ★ a ★ g ★ r ★ a now", "viagra now"),
        ("b - o - n - u - s  n , o , w", "bonus  now"),
        ("w i n", "win"),
    ];
    for (text, wanted) in cases {
        assert_eq!(folded(text, Fold::Marks), text);
        assert_eq!(folded(text, Fold::Blanks), wanted);
    }
    assert_eq!(folded("職額 薇芯", Fold::Marks), "職額 薇芯");
    assert_eq!(folded("職額 薇芯", Fold::Forms), "职额 微信");
    assert_eq!(folded("рауреɑl", Fold::Forms), "paypeal");
    assert_eq!(folded("ꜰʀᴇᴇ ʙᴏɴᴜꜱ", Fold::Forms), "free bonus");
    assert_eq!(
        folded("聯繫電話 過濾後臺 三峽", Fold::Forms),
        "联系电话 过滤后台 三峡"
    );
    assert_eq!(folded("職 f r e e", Fold::All), "职free");
    assert_eq!(folded("加★我★微", Fold::Nothing), "加★我★微");
    assert_eq!(folded("Ａ①", Fold::Nothing), "A1");
}

#[test]
fn what_was_taken_out_is_told() {
    let cases = [
        ("加★我★微★信\u{200B}", Some("★ (3), U+200B (1)")),
        ("f\u{336}r\u{336}e\u{336}e\u{336}", Some("U+0336 (4)")),
        ("加 我 微 信", Some("U+0020 (3)")),
        ("f\u{300}r\u{300}èè 5", Some("U+0300 (4)")),
        ("cafe\u{34F}\u{301} ガ", Some("U+034F (1)")),
        ("加我微信 Ａ", None),
    ];
    for (text, wanted) in cases {
        assert_eq!(Fold::Marks.left_out(text).as_deref(), wanted, "{text}");
    }
    assert_eq!(Fold::All.left_out("職額"), None);
}

#[test]
fn a_usual_form_is_no_other_form() {
    let pairs = include_str!("forms.txt").lines();
    for pair in pairs
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
    {
        let characters: Vec<char> = pair.chars().collect();
        let [form, character] = characters[..] else {
            panic!("{pair}: it has two characters");
        };
        assert_eq!(
            super::forms::usual(form),
            character,
            "{pair}: there are two of it"
        );
        assert_eq!(super::forms::usual(character), character, "{pair}");
    }
}
