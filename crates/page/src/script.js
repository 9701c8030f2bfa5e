'use strict';
// Everything is readable without this: it adds the search and the sorting.
(() => {
  const tables = [...document.querySelectorAll('table')];
  const rows = tables.flatMap(table => [...table.tBodies[0].rows]);
  const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));

  const search = document.querySelector('search');
  const [box, said] = [search.querySelector('input'), search.querySelector('output')];
  search.hidden = false;
  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of rows) {
      row.hidden = !words.every(word => texts.get(row).includes(word));
      found += !row.hidden;
    }
    said.textContent = words.length ? `${found} of ${rows.length} rows` : '';
  };
  box.addEventListener('input', show);
  // Some browsers keep what was typed when a page is loaded again.
  show();

  const number = text => Number.parseFloat(text.replace(/[^0-9.\u2212]/g, '').replace('\u2212', '-')) || 0;
  for (const table of tables) {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const isNumber = heading.classList.contains('n');
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener('click', () => {
        // Numbers begin with the largest, names with the first.
        const before = heading.getAttribute('aria-sort');
        const descends = before ? before === 'ascending' : isNumber;
        headings.forEach(other => other.removeAttribute('aria-sort'));
        heading.setAttribute('aria-sort', descends ? 'descending' : 'ascending');
        const value = row => {
          const text = row.cells[column].textContent.trim();
          return isNumber ? number(text) : text.toLowerCase();
        };
        const order = (one, other) => one < other ? -1 : Number(one > other);
        const sorted = [...table.tBodies[0].rows].map(row => [value(row), row]);
        sorted.sort(([one], [other]) => descends ? order(other, one) : order(one, other));
        table.tBodies[0].append(...sorted.map(([, row]) => row));
      });
    });
  }
})();
