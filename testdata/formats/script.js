// The interface of a shop.
const root = "https:\/\/api.example.com\/v1\/users";
fetch("/api/orders/" + id); fetch(`/api/orders/${id}/items?all=1\u0026page=2`);
const config = { "cdn": "//cdn.example.net/lib.js", type: "text/html", next: './next.html' };
