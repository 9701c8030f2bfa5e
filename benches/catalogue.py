#!/usr/bin/env python3
"""Makes `crates/url/src/token/data/catalogue.bin`, the names of pages and actions in other languages than English.

    benches/catalogue.py CACHE           writes the table
    benches/catalogue.py CACHE LIST      writes the names of the table to LIST as well

CACHE is a folder for the packages of SOURCES; those that are missing are downloaded with pip, npm,
apt-get and Maven. The table depends on CACHE, the English lists and `routes_abroad.txt` alone.

A translation counts if the English text consists of words of the English lists: its name is the
translation in lower case with hyphens between words. The sources of a name are the packages that have
it. `data/README.md` says how names are chosen, `catalogue.rs` how the table is read.
"""

import io
import json
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
from collections import Counter, defaultdict
from functools import lru_cache
from math import log2
from pathlib import Path

from mishkal.tashkeel import TashkeelClass
from PersianG2p import Persian_g2p_converter
from pykakasi import kakasi
from pypinyin import lazy_pinyin
from pythainlp.transliterate import romanize

DATA = Path(__file__).resolve().parent.parent / "crates/url/src/token/data"

# The packages: registry, name, version, and files. `*` stands for the code of a language; beside it
# stands the code of the file with the English texts, if the texts are not in English themselves.
GETTEXT = r"/*/LC_MESSAGES/[^/]+\.po$"
COMPILED = r"/*/LC_MESSAGES/[^/]+\.mo$"
SOURCES = [
    *(("pypi", *package.split(), GETTEXT, None) for package in (
        "django 6.1.3", "wagtail 8.0.1", "pretix 2026.8.0", "django-oscar 4.2.1",
        "mezzanine 6.1.1", "cartridge 1.3.4", "django-allauth 65.21.1", "django-cms 5.1.3", "ckan 2.12.0",
        "hyperkitty 1.3.12", "postorius 1.3.13", "horizon 27.0.0", "apache-superset 6.1.0",
        "flask-admin 2.2.1", "flask-security-too 5.9.2", "flask-appbuilder 5.3.0", "plone-app-locales 7.0.4",
        "geonode 5.1.1", "modoboa 2.12.0", "misago 0.39.6", "django-machina 1.3.1",
        "askbot 0.13.0", "django-helpdesk 2.6.1", "django-newsletter 1.2.1", "django-postman 4.6",
        "django-registration 5.2.1", "django-shop 1.2.4", "django-userena 2.0.1",
    )),
    *(("pypi", *package.split(), COMPILED, None) for package in (
        "weblate 2026.10.1", "trac 1.6", "mayan-edms 4.12.2", "wiki 0.13.0",
    )),
    *(("pypi", *package.split(), r"/locale/*\.po$", None) for package in (
        "trytond 8.2.1", "trytond-account-invoice 8.2.0", "trytond-account-payment 8.2.0", "trytond-company 8.2.0",
        "trytond-party 8.2.0", "trytond-product 8.2.0", "trytond-project 8.2.0", "trytond-purchase 8.2.0",
        "trytond-sale 8.2.0", "trytond-stock 8.2.1",
    )),
    ("npm", "@plone/volto", "19.3.0", GETTEXT, None),
    ("npm", "@vendure/dashboard", "3.7.3", r"/locales/*\.po$", None),
    ("npm", "@medusajs/dashboard", "2.21.2", r"src/i18n/translations/*\.json$", "en"),
    ("npm", "@payloadcms/translations", "3.90.2", r"dist/languages/*\.js$", "en"),
    ("npm", "@strapi/admin", "5.54.0", r"dist/admin/admin/src/translations/*\.json\.js$", "en"),
    ("npm", "@docusaurus/theme-translations", "3.10.2", r"locales/*/[^/]+\.json$", "base"),
    ("npm", "@openstreetmap/id-tagging-schema", "7.2.0", r"dist/translations/*\.json$", "en"),
    *(("npm", *theme.split(), r"/languages/*\.ya?ml$", "en") for theme in (
        "hexo-theme-next 8.29.0", "hexo-theme-icarus 6.1.1", "hexo-theme-fluid 1.9.9", "hexo-theme-redefine 2.9.0",
    )),
    ("debian", "wordpress-l10n", "6.1.9+dfsg1-0+deb12u1", r"languages/(?:admin-)?*\.mo$", None),
    ("debian", "freedombox", "23.6.2+deb12u2", COMPILED, None),
    ("debian", "deja-dup", "44.0-2", COMPILED, None),
    ("debian", "backintime-common", "1.3.3-4", COMPILED, None),
    ("debian", "timeshift", "22.11.2-1+deb12u1", COMPILED, None),
    ("debian", "phpmyadmin", "4:5.2.1+dfsg-1+deb12u1", COMPILED, None),
    ("debian", "cacti", "1.2.24+ds1-1+deb12u5", r"LC_MESSAGES/*\.mo$", None),
    ("debian", "tt-rss", "21~git20210204.b4cbc79+dfsg-1.2", GETTEXT, None),
    ("debian", "zabbix-frontend-php", "1:6.0.14+dfsg-1", COMPILED, None),
    ("debian", "simplesamlphp", "1.19.7-1+deb12u2", GETTEXT, None),
    ("debian", "php-horde-core", "2.31.18+debian0-2", GETTEXT, None),
    ("debian", "php-horde-imp", "6.2.27-3", GETTEXT, None),
    ("debian", "php-horde", "5.2.23+debian0-6", GETTEXT, None),
    ("debian", "request-tracker5", "5.0.3+dfsg-3~deb12u6", r"/po/*\.po$", None),
    ("debian", "mediawiki", "1:1.39.17-1+deb12u2", r"/i18n/*\.json$", "en"),
    ("debian", "roundcube-core", "1.6.5+dfsg-1+deb12u13", r"localization/*/labels\.inc$", "en_US"),
    ("debian", "dokuwiki", "0.0.20220731.a-2", r"inc/lang/*/lang\.php$", "en"),
    ("debian", "redmine", "5.0.4-5+deb12u1", r"config/locales/*\.yml$", "en"),
    ("debian", "adminer", "4.8.1-1", r"adminer/lang/*\.inc\.php$", None),
    ("maven", "org.keycloak:keycloak-themes", "26.4.7", r"messages/messages_*\.properties$", "en"),
]

# The words that are ordinary English and no names of the table.
ENGLISH = ("debian", "wamerican-small", "2020.12.07-2")

# Languages, those with more sites first: a name of a later group needs more sources.
LANGUAGES = [
    "es de ja fr ru pt it nl pl tr".split(),
    "fa zh vi cs ko id uk hu ar sv ro el da fi he sk bg nb no nn hr sr".split(),
    "th sl lt lv et ca hi gl eu ms bs mk sq is ka be kk az hy".split(),
]

# Meanings that are dangerous to lose: access, administration, copies, diagnosis, settings.
DANGEROUS = set("""
    access admin administration administrator api auth authenticate authentication authorization backup
    backups config configuration configure console credential credentials database databases debug delete
    diagnostics dump error errors export import install installation internal key keys log login logout logs
    log-in log-out maintenance monitoring password passwords permission permissions private recovery register
    registration restore root secret secrets security setup settings shutdown sign-in sign-out sign-up signin
    signup staff superuser test tests token tokens upload uploads users
""".split())
# The words among them that make a phrase dangerous.
DANGEROUS_PARTS = set("""
    admin administration administrator api authentication backup backups configuration credentials database
    debug login password passwords permissions security settings token tokens
""".split())

# Pages that most sites with visitors' accounts, shops or files have, and few public links lead to.
PAGES = set("""
    account accounts address addresses basket cart catalog catalogue categories category checkout contact
    customer customers dashboard document documents download downloads edit employee employees faq favorites
    file files group groups help home image images inbox invoice invoices member members message messages
    my-account news notification notifications order orders page pages password payment payments personal photos
    preferences privacy product products profile project projects report reports results search services
    shipping shop sitemap support tags terms ticket tickets user wishlist
""".split())

# Codes of languages that some packages write differently.
CODES = {"cz": "cs", "dk": "da", "gr": "el", "jp": "ja", "kr": "ko", "cn": "zh", "tw": "zh", "iw": "he", "in": "id"}


# The packages.


def packages(folder):
    """The files of all packages as pairs of a source and a function that yields their names and bytes."""
    for source in SOURCES:
        yield source, members(archive(folder, *source[:3]))


def archive(cache, registry, name, version):
    folder = cache / f"{registry}-{re.sub('[^a-z0-9-]+', '-', name)}-{re.sub('[^a-z0-9.]+', '-', version)}"
    if not folder.is_dir():
        partial = cache / f"{folder.name}.partial"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        download(partial, registry, name, version)
        partial.rename(folder)
    return max(folder.iterdir(), key=lambda file: file.stat().st_size)


def download(folder, registry, name, version):
    commands = {
        "pypi": ["pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version=3.12",
                 f"{name}=={version}"],
        "npm": ["npm", "pack", "--silent", f"{name}@{version}"],
        "debian": ["apt-get", "download", "--quiet", f"{name}={version}"],
        "maven": ["mvn", "--quiet", "dependency:copy", f"-Dartifact={name}:{version}", "-DoutputDirectory=."],
    }
    print(f"{registry} {name} {version}", file=sys.stderr)
    subprocess.run(commands[registry], cwd=folder, check=True, stdout=sys.stderr)


def members(path):
    """Yields the name and bytes of each file of an archive."""
    if path.suffix in (".whl", ".jar"):
        with zipfile.ZipFile(path) as files:
            for name in files.namelist():
                yield name, lambda name=name: files.read(name)
        return
    content = None
    if path.suffix == ".deb":
        content = io.BytesIO(subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True, capture_output=True).stdout)
    with tarfile.open(path, fileobj=content) as files:
        for member in files:
            if member.isfile():
                yield member.name, lambda member=member: files.extractfile(member).read()


# The texts of a file.


def texts(name, content):
    """The texts of a file by their keys: for catalogues of gettext, the English texts."""
    if name.endswith(".mo"):
        return dict(compiled(content))
    content = content.decode("utf-8", "replace")
    if name.endswith(".po"):
        return dict(entries(content))
    if name.endswith(".json"):
        return dict(leaves(json.loads(content)))
    seen = Counter()
    found = {}
    for key, text in PAIR.findall(content):
        seen[key] += 1
        found[key] = text
    return {key: text for key, text in found.items() if seen[key] == 1}


def compiled(content):
    """The pairs of English text and translation of a compiled catalogue: plurals are left out."""
    order = "<" if content[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translations = struct.unpack_from(order + "3I", content, 8)
    for at in range(count):
        pair = []
        for start in (originals, translations):
            length, offset = struct.unpack_from(order + "2I", content, start + 8 * at)
            pair.append(content[offset:offset + length].decode("utf-8", "replace"))
        if "\0" not in pair[0]:
            yield pair[0].split("\4")[-1], pair[1]


# A key and its text on one line, in YAML, properties, PHP or JavaScript.
PAIR = re.compile(r"""^\s*(?:var |\$\w+)?[\["' ]*([^"'\]=:\n]+?)["'\]]*\s*(?:=>|[:=])\s*["']?(.*?)["']?[\s,;]*$""", re.M)
ENTRY = re.compile(r'^(?:#, .*fuzzy.*\n(?:[^\n]+\n)*|(?:#[^\n]*\n|msgctxt [^\n]*\n)*msgid (".*"\n(?:".*"\n)*)msgstr (".*"\n?(?:".*"\n?)*))', re.M)
DEFAULT = re.compile(r'^#\. Default: "(.*)"$', re.M)


def entries(content):
    """The pairs of English text and translation of a catalogue; Plone has the English text in a comment."""
    for match in ENTRY.finditer(content.replace("\r", "")):
        if match[1] and not re.search("^#~", match[0], re.M):
            default = DEFAULT.search(match[0])
            english = default[1] if default else joined(match[1])
            yield english, joined(match[2])


def joined(lines):
    return "".join(line.strip()[1:-1] for line in lines.splitlines())


def leaves(tree, path=""):
    if isinstance(tree, str):
        yield path, tree
    elif isinstance(tree, dict):
        # The first key of a file may be the code of its language.
        for key, branch in tree.items():
            yield from leaves(branch, f"{path}.{key}" if len(tree) > 1 or path else ".")


def translations(pattern, english, files):
    """Yields language, English text and translation."""
    code = r"(?P<code>[a-z]{2,3}(?:[-_@][A-Za-z]+)*" + (f"|{english}" if english else "") + ")"
    wanted = re.compile(pattern.replace("*", code, 1))
    found = {}
    for name, read in files:
        if match := wanted.search(name):
            found[name] = (match, texts(name, read()))
    for name, (match, translated) in sorted(found.items()):
        language = re.split("[-_@]", match["code"])[0]
        language = CODES.get(language, language)
        originals = None
        if english:
            start, end = match.span("code")
            original = found.get(name[:start] + english + name[end:])
            if original is None:
                continue
            originals = original[1]
        for key, text in translated.items():
            source = key if originals is None else originals.get(key)
            if source and isinstance(text, str):
                yield language, source, text


# Names.


KNOWN = ("known", "naming", "taxonomy", "verbs", "states")


def listed(*names):
    """The English words of lists."""
    return {word for name in names for word in words_of(f"{name}.txt")}


def words_of(name):
    lines = (DATA / name).read_text().splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


def is_listed(word, words):
    """Whether a word or its singular is in the lists."""
    return (word in words or len(word) > 3 and word.endswith("s") and word[:-1] in words
            or len(word) > 4 and word.endswith("es") and word[:-2] in words
            or len(word) > 5 and word.endswith("ies") and word[:-3] + "y" in words)


MARKS = " \t\u00a0:;!?*.…›»→>«<“”\"'،؟。：！？、｡"

# Words that join others, and are no names.
FUNCTION = set("""
    a all amp an and any as asp at by en for from how in is it my new no none not of off on only or other our out own
    than that the this to up us using via vs we what when where which who why with without yes you your
""".split())


def meaning(text, words):
    """The name of an English text, or None if its words are in no list."""
    parts = text.strip(MARKS).replace("&", "").replace("_", " ").lower().replace("-", " ").split()
    if not 1 <= len(parts) <= 3 or any(not part.isascii() or not part.isalpha() for part in parts):
        return None
    if FUNCTION.issuperset(parts) or not all(part in FUNCTION or is_listed(part, words) for part in parts):
        return None
    return "-".join(parts)


def plain(text):
    """The words of a translation in lower case; none if it is no name."""
    text = unicodedata.normalize("NFKC", text.strip(MARKS).lstrip("_")).lower()
    text = text.replace("i\u0307", "i")
    text = re.sub("[\u200e\u200f\u00ad&]", "", text).replace("\u200c", " ")
    text = re.sub("[\u064b-\u0652\u0591-\u05c7]", "", text)
    text = re.sub("\\b(l|d|dell|all|un|nell|qu|s)['’]", r"\1 ", text)
    parts = re.split("[ -]+", text)
    letters = "".join(parts)
    if not letters or not all(unicodedata.category(c)[0] in "LM" for c in letters):
        return []
    wide = any(c > "\u2e80" for c in letters)
    if len(letters) > (10 if wide else 26) or len(parts) > (4 if wide else 3):
        return []
    return parts


CYRILLIC = dict(zip("абвгдезиклмнопрстуфыэіўґ", "a b v g d e z i k l m n o p r s t u f y e i u g".split()))
CYRILLIC.update(zip("ђѓѕјљњћќџ", "dj gj dz j lj nj c kj dz".split()))
SCHEMES = [
    dict(zip("ёжйхцчшщъьюяєї", "e zh y h ts ch sh shch  yu ya ye yi".replace("  ", "   ").split(" "))),
    dict(zip("ёжйхцчшщъьюяєї", "yo zh j kh c ch sh sch   ju ja e i".replace("   ", "   ").split(" "))),
]
# As many sites write Russian: the first way but for one letter.
SITES = {**SCHEMES[0], "ц": "c", "щ": "sch"}
SOUTH = dict(zip("жхцчшщъьюя", "z h c c s st a  ju ja".split(" ")))
BULGARIAN = dict(zip("жйхцчшщъьюя", "zh y h ts ch sh sht a  yu ya".split(" ")))
GREEK = [("ου", "ou"), ("αυ", "av"), ("ευ", "ev"), *zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split())]
LETTERS = dict(zip("ßøåæœłđıðþħŋə", "ss o a ae oe l d i d th h n e".split()))
GERMANIC = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}


def unaccented(name):
    base = "".join(LETTERS.get(c, c) for c in name)
    return "".join(c for c in unicodedata.normalize("NFD", base) if not unicodedata.combining(c))


KAKASI = kakasi()

# Korean in Latin letters, by the letters of a syllable; a final one before a vowel sounds as an initial one.
INITIALS = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ")
VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
FINALS = " k k k n n n t l k m p l l p l m p p t t ng t t k t p t".split(" ")
LINKED = " g kk ks n nj n d r lg lm lb ls lt lp r m b ps s ss ng j ch k t p ".split(" ")

# Hindi: consonants, vowels, their signs, and letters with a dot below.
CONSONANTS = dict(zip("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ", "k kh g gh n ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l v sh sh s h l".split()))
DOTTED = dict(zip("कखगजडढफ", "q kh g z d dh f".split()))
HINDI_VOWELS = dict(zip("अआइईउऊऋएऐओऔऑािीुूृेैोौॉ", "a a i i u u ri e ai o au o a i i u u ri e ai o au o".split()))


def korean(name):
    """A name in the revised romanisation: letter by letter, and with `l` for its joints of `n`, `l` and `r`."""
    written, final = "", 0
    for letter in name:
        syllable = ord(letter) - 0xAC00
        if not 0 <= syllable < 11172:
            written, final = written + FINALS[final] + letter, 0
            continue
        initial, rest = divmod(syllable, 588)
        vowel, next_final = divmod(rest, 28)
        written += LINKED[final] if INITIALS[initial] == "" else FINALS[final]
        written, final = written + INITIALS[initial] + VOWELS[vowel], next_final
    written += FINALS[final]
    return [written, re.sub("nr|lr|ln", "ll", written)]


def hindi(name):
    """A name letter by letter, without the vowels that are written and not spoken, at its end and elsewhere."""
    sounds = []
    for letter in unicodedata.normalize("NFD", name):
        if letter in CONSONANTS:
            sounds.append([CONSONANTS[letter], "a", letter])
        elif letter == "\u093c" and sounds:
            sounds[-1][0] = DOTTED.get(sounds[-1][2], sounds[-1][0])
        elif letter == "\u094d" and sounds:
            sounds[-1][1:] = ["", ""]
        elif letter in HINDI_VOWELS:
            if "\u093e" <= letter and sounds:
                sounds[-1][1:] = [HINDI_VOWELS[letter], ""]
            else:
                sounds.append(["", HINDI_VOWELS[letter], ""])
        elif letter in "\u0901\u0902" and sounds:
            sounds.append(["n", "", ""])
        elif letter == "-":
            sounds.append(["-", "", ""])
    written = []
    for is_inside in (False, True):
        for at in range(len(sounds) - 1, 0, -1):
            following = sounds[at + 1] if at + 1 < len(sounds) else None
            ends = following is None or following[0] == "-"
            between = is_inside and following is not None and following[1] != "" and sounds[at - 1][1] != ""
            if sounds[at][2] and sounds[at][1] == "a" and (ends or between):
                sounds[at][1] = ""
        text = "".join(consonant + vowel for consonant, vowel, _ in sounds)
        written.append(re.sub("n(?=[pbm])", "m", text))
    return written


def japanese(name):
    written = "".join(piece["hepburn"] for piece in KAKASI.convert(name))
    return [written, re.sub("ou", "o", re.sub("([aeiou])\\1", r"\1", written))]


# Arabic letters and vowel signs; the ends of words that say their case, and articles.
ARABIC = dict(zip("بتثجحخدذرزسشصضطظعغفقكلمنهويىاأإآؤئءة", "b t th j h kh d dh r z s sh s d t z  gh f q k l m n h w y a a a i a    a".split(" ")))
ARABIC.update({"\u064e": "a", "\u064f": "u", "\u0650": "i"})
ARABIC_CASES = re.compile("[\u064b-\u0650]+(?= |$)|(?<![^ ])ال(?=.)")
VOCALISER = TashkeelClass()


@lru_cache(None)
def arabic(name):
    """A name with its vowels, without articles and cases."""
    text = ARABIC_CASES.sub("", VOCALISER.tashkeel(name.replace("-", " ")).strip())
    text = re.sub("\u064e(?=[اى])|\u064f(?=و)|\u0650(?=ي)|ا(?=\u0650)", "", text)
    # Long vowels, and letters that are said twice.
    text = re.sub("(?<=[^\u064e-\u0652اويى ])و(?![\u064e-\u0651])", "\u064f", text)
    text = re.sub("(?<=[^\u064e-\u0652اويى ])ي(?![\u064e-\u0651])", "\u0650", text)
    written = "".join(ARABIC.get(c, c) for c in re.sub("[\u0651\u0652]", "", text)).replace(" ", "-")
    written = re.sub("([aiu])\\1+", r"\1", written)
    return [written, written.replace("u", "o")]


PERSIAN = Persian_g2p_converter(use_large=True).tihu
PERSIAN_SOUNDS = str.maketrans({"ā": "a", "š": "sh", "č": "ch", "ž": "zh", "x": "kh", "q": "gh", "'": None, " ": None, "?": None, "^": None, "_": None, "A": "a", "S": "sh", "C": "ch", "Z": "zh", "/": "a", ";": None})


def persian(name):
    """A name by the pronunciation of its words; nothing if one is in no dictionary."""
    words = [PERSIAN.get(word, "ha" if word == "ها" else "") for word in name.split("-")]
    if not all(words):
        return []
    written = "-".join(word.translate(PERSIAN_SOUNDS) for word in words)
    return [written, written.replace("iya", "ia").replace("gh", "q")]


# Languages that are written in Latin letters by a table or a package.
SPELLED = {
    "ar": arabic,
    "fa": persian,
    "hi": hindi,
    "ja": japanese,
    "ko": korean,
    "th": lambda name: [romanize(name, engine="royin")],
    "zh": lambda name: ["".join(lazy_pinyin(name))],
}


def romanised(name, language):
    """The ways to write a name in ASCII, usual ones first."""
    if language in SPELLED and not name.isascii():
        written = [spelled.lower() for spelled in SPELLED[language](name)]
        return [spelled for spelled in written if len(spelled) >= LEAST and re.fullmatch("[a-z-]+", spelled)]
    if re.search("[а-яё]", name):
        schemes = {"bg": [BULGARIAN], "sr": [SOUTH], "mk": [SOUTH], "bs": [SOUTH]}.get(language, SCHEMES)
        written = ["".join({**CYRILLIC, **scheme}.get(c, c) for c in name) for scheme in schemes]
        if language == "ru":
            written.append("".join({**CYRILLIC, **SITES}.get(c, c) for c in name))
        elif language == "bg":
            written.append(written[0].replace("iya", "ia"))
        elif language == "uk":
            written = ["".join({"г": "h", "и": "y"}.get(c) or scheme.get(c) or CYRILLIC.get(c, c) for c in name) for scheme in SCHEMES] + written[:1]
        return written
    if re.search("[α-ω]", name):
        written = unaccented(name)
        for letters, latin in GREEK:
            written = written.replace(letters, latin)
        # By sound and by the look of a letter.
        return [written, written.replace("y", "i").replace("ch", "x")]
    if language in ("de", "da", "nb", "nn", "no", "sv") and re.search("[äöüøåæ]", name):
        return [unaccented("".join(GERMANIC.get(c, c) for c in name)), unaccented(name)]
    return [unaccented(name)]


def variants(parts, language):
    """The ways to write the words of a name in a URL, each with its share of the name's weight."""
    name = "-".join(parts)
    found = {name: 1.0}
    for rank, written in enumerate(romanised(name, language)):
        if written.isascii():
            found.setdefault(written, (0.9, 0.5, 0.4, 0.4)[rank])
    # Hebrew, Arabic, Persian and the languages of Asia: spaces come and go.
    loose = any("\u0590" <= c < "\u1e00" or c >= "\u2e80" for c in name)
    if len(parts) > 1 and loose or len(parts) == 2 and not re.search("[α-ωа-я]", name):
        for written, share in list(found.items()):
            if loose or written.isascii():
                found.setdefault(written.replace("-", ""), share if loose else share / 2)
    if name != (ascii_name := unaccented(name)) and ascii_name.isascii():
        # Letters with accents are rarer in URLs than letters without.
        found[name] = 0.6
    return found


# The table.

NAMING, TAXONOMY, PLURAL, ACTION, PROTECTED = 1, 2, 4, 8, 16
# Combinations of traits, by their code in the table; `catalogue.rs` has the same order.
COMBINATIONS = [0, NAMING, NAMING | TAXONOMY, PLURAL, NAMING | TAXONOMY | PLURAL, ACTION, PROTECTED, ACTION | PROTECTED]
ENTRIES = 37_000
# Names in other scripts that are spelled in Latin letters: beside the others, as few packages have these languages.
SPELLED_ENTRIES = 8_000
# Languages with fewer packages count as if they had these; and the packages of a language with many.
FEW, MANY = 20, 50
BUCKETS = 1 << 14
BLOCK = 64
# Minimum length of a name that is spelled in Latin letters: shorter ones are names of people, too.
LEAST = 4


class Meanings:
    """The traits and weights of meanings."""

    def __init__(self):
        self.lists = {name: words_of(f"{name}.txt") for name in ("naming", "taxonomy", "verbs", "states", "groups")}
        lines = (DATA / "counts.tsv").read_text().splitlines()
        self.counts = {word: int(count) for word, count in (line.split("\t") for line in lines if "\t" in line)}

    def weight(self, meaning):
        """On how many domains the name is seen, up to 300: at least 30 for one word of the lists."""
        if meaning in PAGES or meaning in DANGEROUS:
            return 300
        seen = max(self.counts.get(meaning, 0), self.counts.get(meaning.replace("-", ""), 0))
        return max(seen, 3 if "-" in meaning else 30)

    def traits(self, meaning):
        parts = meaning.split("-")
        first, last = parts[0], parts[-1]
        if meaning in self.lists["taxonomy"]:
            return NAMING | TAXONOMY | (PLURAL if meaning.endswith("s") else 0)
        traits = NAMING if meaning in self.lists["naming"] else 0
        if first in self.lists["verbs"] or len(parts) == 1 and meaning in self.lists["states"]:
            traits |= ACTION
        if meaning in DANGEROUS or DANGEROUS_PARTS.intersection(parts):
            traits = traits & ACTION | PROTECTED
        plural = len(last) > 3 and last.endswith("s") and last[-2] not in "sui"
        if plural and not traits and last not in self.lists["groups"]:
            traits |= PLURAL
        return traits if traits in COMBINATIONS else traits & ACTION


def gather(folder, unheard):
    """The packages that have a name, by language, parts and meaning; and all packages of each language."""
    words = listed(*KNOWN, "protected")
    wanted = {code for group in LANGUAGES for code in group if code not in unheard}
    found, speaking = defaultdict(set), defaultdict(set)
    for (_, package, _, pattern, english), files in packages(folder):
        if package in unheard:
            continue
        # The modules of one system are one source.
        source = "trytond" if package.startswith("trytond") else package
        before = len(found)
        for language, text, translation in translations(pattern, english, files):
            if language in wanted and len(text) <= 40 and len(translation) <= 40 and (means := meaning(text, words)):
                parts = plain(translation)
                if parts and "".join(parts) != means.replace("-", ""):
                    found[language, tuple(parts), means].add(source)
                    speaking[language].add(source)
        print(f"{package}: {len(found) - before} more", file=sys.stderr)
    return found, {language: len(sources) for language, sources in speaking.items()}


def ranked(folder, unheard):
    """Names with their weight, sources, languages and traits, best first."""
    meanings = Meanings()
    english, words = dictionary(folder), listed(*KNOWN)
    ranks = {code: rank for rank, group in enumerate(LANGUAGES) for code in group}
    found, speaking = gather(folder, unheard)
    # The sources and votes for traits of a name in one language, and the weight of its meaning.
    spoken = defaultdict(lambda: [set(), Counter(), 0])
    for (language, parts, means), sources in sorted(found.items()):
        for name, share in variants(parts, language).items():
            if not is_english(name, english, words):
                entry = spoken[name, language]
                entry[0] |= sources
                entry[1][meanings.traits(means)] += len(sources)
                entry[2] = max(entry[2], log2(1 + meanings.weight(means)) / 2 + 2 * log2(share))
    names = defaultdict(lambda: [0, set(), set(), Counter()])
    for (name, language), (sources, votes, weight) in spoken.items():
        if name.isascii() and len(name) == 3 and len(sources) < 5:
            continue
        share = len(sources) / max(speaking[language], FEW)
        entry = names[name]
        entry[0] = max(entry[0], weight + 2 * log2(1 + MANY * share) - 1.5 * ranks[language])
        entry[1] |= sources
        entry[2].add(language)
        entry[3] += votes
    return sorted(
        ((name, *entry[:3], max(sorted(entry[3]), key=entry[3].get)) for name, entry in names.items()),
        key=lambda entry: (-entry[1], entry[0]),
    )


def chosen_routes(folder):
    """The names of `routes_abroad.txt`, as an entry of the ranking each."""
    meanings = Meanings()
    english, words = dictionary(folder), listed(*KNOWN)
    for line in (DATA / "routes_abroad.txt").read_text().splitlines():
        if not line.startswith("#"):
            means, *names = line.split()
            for name in (written for name in names for written in variants(name.split("-"), "")):
                if not is_english(name, english, words):
                    yield name, 0, {"chosen"}, set(), meanings.traits(means)


def is_spelled(entry):
    """Whether a name of the ranking is known in Latin letters from other scripts alone."""
    return entry[0].isascii() and SPELLED.keys() >= entry[3]


def dictionary(cache):
    for name, read in members(archive(cache, *ENGLISH)):
        if name.endswith("dict/american-english-small"):
            return {word.lower() for word in read().decode().split()}
    raise SystemExit("no dictionary")


def is_english(name, english, words):
    """Whether a name is too short, English, or made of English words."""
    if not name.isascii():
        return len(name) == 1 and name < "\u2e80"
    parts = name.split("-")
    return len(name) < 3 or all(len(part) < 2 or part in english or is_listed(part, words) for part in parts)


def hash_of(name):
    """FNV-1a of 64 bits, finished as SplitMix64 is."""
    state = 0xCBF2_9CE4_8422_2325
    for byte in name.encode():
        state = (state ^ byte) * 0x100_0000_01B3 % 2**64
    state = (state ^ state >> 30) * 0xBF58_476D_1CE4_E5B9 % 2**64
    state = (state ^ state >> 27) * 0x94D0_49BB_1331_11EB % 2**64
    return state ^ state >> 31


def table(chosen):
    """The bytes of the table: where each block of buckets begins, the size of each bucket, and the entries."""
    buckets = [set() for _ in range(BUCKETS)]
    for name, *_, traits in chosen:
        state = hash_of(name)
        buckets[state >> 50].add((state & 0x1FFF) << 3 | COMBINATIONS.index(traits))
    starts = [sum(map(len, buckets[:at])) for at in range(0, BUCKETS, BLOCK)]
    entries = [entry for bucket in buckets for entry in sorted(bucket)]
    return b"".join([
        struct.pack(f"<{len(starts)}H", *starts),
        bytes(map(len, buckets)),
        struct.pack(f"<{len(entries)}H", *entries),
    ])


def choose(folder, unheard=()):
    """The names of the table, without those of some languages and packages alone."""
    names = ranked(folder, unheard)
    chosen = {name[0]: name for name in [name for name in names if not is_spelled(name)][:ENTRIES]}
    chosen.update((name[0], name) for name in [name for name in names if is_spelled(name)][:SPELLED_ENTRIES])
    # The list does not say of which language or program a name is.
    for route in () if unheard else chosen_routes(folder):
        known = chosen.get(route[0])
        if known is None or route[-1] & ~known[-1] & (TAXONOMY | PROTECTED):
            chosen[route[0]] = route
    return chosen.values()


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    chosen = choose(Path(sys.argv[1]))
    (DATA / "catalogue.bin").write_bytes(table(chosen))
    if len(sys.argv) == 3:
        lines = (
            f"{name}\t{len(sources)}\t{','.join(sorted(languages))}\t{traits}\t{weight:.2f}\n"
            for name, weight, sources, languages, traits in chosen
        )
        Path(sys.argv[2]).write_text("".join(lines))


if __name__ == "__main__":
    main()
