// Elements by their names, attributes and children.

const make = (create) => (name, attributes = {}, ...children) => {
  const element = create(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};

export const html = make((name) => document.createElement(name));
export const svg = make((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
export const one = (id) => document.getElementById(id);

export const pairs = (list) => list.map(([name, text]) => html("div", {}, html("dt", {}, name), html("dd", {}, text)));
