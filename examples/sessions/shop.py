"""A made-up site: its routes, what their values are, and where their links lead."""

import bisect
import itertools

SYLLABLES = ["zor", "kip", "bral", "mun", "tesk", "ovi", "glan", "drup", "yel", "fost", "wiv", "harn"]
CATEGORIES = ["boots", "coats", "hats", "gloves", "socks", "shirts", "scarves", "belts", "bags", "skirts"]
BOARDS = ["general", "repairs", "sizes", "offers", "materials"]
ARTICLES = ["returns", "shipping", "payment", "sizes", "account", "privacy", "warranty", "contact"]

# What the main menu has, in its order.
MENU = ["GET /", "GET /products", "GET /news", "GET /forum", "GET /help", "GET /contact"]

# Pages, with the pages that they link to; those that are named more often are followed more often.
LINKS = {
    "GET /": "/products /category/{category} /category/{category} /news/{slug} /products/{id} /search?q={word}",
    "GET /products": "/category/{category} /products/{id} /products/{id} /products?page={page}",
    "GET /products?page={page}": "/products/{id} /products/{id} /products?page={page}",
    "GET /category/{category}": "/products/{id} /products/{id} /products/{id} /category/{category}",
    "GET /products/{id}": "/products/{id} /category/{category} /products/{id}/reviews /search?q={word} /cart",
    "GET /products/{id}/reviews": "/products/{id} /users/{user}",
    "GET /search?q={word}": "/products/{id} /products/{id} /search?q={word} /",
    "GET /news": "/news/{slug} /news/{slug} /",
    "GET /news/{slug}": "/news/{slug} /news /products/{id} /",
    "GET /forum": "/forum/{board} /forum/{board} /",
    "GET /forum/{board}": "/forum/threads/{thread} /forum/threads/{thread} /forum",
    "GET /forum/threads/{thread}": "/forum/threads/{thread} /forum/{board} /users/{user} /products/{id}",
    "GET /users/{user}": "/forum/threads/{thread} /forum",
    "GET /help": "/help/{article} /help/{article} /contact",
    "GET /help/{article}": "/help/{article} /help /contact",
    "GET /contact": "/ /help",
    "GET /cart": "/products/{id} /products /checkout",
    "GET /checkout": "/cart /help/{article}",
    "GET /account": "/account/orders /account/addresses /products",
    "GET /account/orders": "/orders/{id} /account",
    "GET /account/addresses": "/account",
    "GET /orders/{id}": "/account/orders /products/{id} /help/{article}",
    "GET /login": "/ /register",
    "GET /register": "/ /login",
}
PAGES = {page: [f"GET {link}" for link in links.split()] for page, links in LINKS.items()}

# Requests that the code of a page sends when it is open.
LOADED = {
    "GET /products/{id}": ["GET /api/stock/{id}"],
    "GET /cart": ["GET /api/cart"],
    "GET /forum/threads/{thread}": ["GET /api/threads/{thread}/votes"],
    "GET /account": ["GET /api/me", "GET /api/orders/latest"],
}

FORMS = [
    "POST /cart/add", "POST /products/{id}/reviews", "POST /forum/threads/{thread}/replies", "POST /contact",
    "POST /register", "POST /login", "POST /newsletter", "POST /search", "POST /coupons/check",
]  # fmt: skip


class Site:
    """The values of a site: what is popular is asked for more often."""

    def __init__(self, random):
        self.random = random
        self.words = {"".join(random.choices(SYLLABLES, k=random.randint(2, 3))) for _ in range(900)}
        self.words = random.sample(sorted(self.words), len(self.words))
        self.news = ["-".join(random.sample(self.words, random.randint(3, 6))) for _ in range(150)]
        self.products, self.threads = random.sample(range(1000, 9999), 2000), range(1, 1200)

    def popular(self, values):
        """One of the values; the n-th about once for every n times that the first one is taken."""
        shares = SHARES[: len(values)]
        return values[bisect.bisect(shares, self.random.random() * shares[-1])]

    def request(self, route):
        """A request of a route, as (method, target)."""
        method, target = route.split(" ", 1)
        while "{" in target:
            before, name = target.split("{", 1)
            name, after = name.split("}", 1)
            target = f"{before}{self.value(name)}{after}"
        return method, target

    def value(self, name):
        match name:
            case "id":
                return self.popular(self.products)
            case "thread":
                return self.popular(self.threads)
            case "slug":
                return self.popular(self.news)
            case "page":
                return self.random.randint(2, 30)
            case "category":
                return self.popular(CATEGORIES)
            case "board":
                return self.popular(BOARDS)
            case "article":
                return self.popular(ARTICLES)
        return self.random.choice(self.words)


SHARES = list(itertools.accumulate(1 / rank for rank in range(1, 2001)))
