/** What a person finds in a piece of the page. */

/** What stands there to be read, elements parted by one space. */
export function textOf(node: Node): string {
  const pieces: string[] = [];
  const collect = (one: Node): void => {
    if (one.nodeType === Node.TEXT_NODE) pieces.push(one.textContent ?? '');
    else for (const child of one.childNodes) collect(child);
  };
  // React leaves several text nodes where a person reads one text.
  const copy = node.cloneNode(true);
  copy.normalize();
  collect(copy);
  return pieces.join(' ').replace(/\s+/g, ' ').trim();
}

export const linksOf = (part: ParentNode): { href: string | null; text: string }[] =>
  [...part.querySelectorAll('a')].map((link) => ({ href: link.getAttribute('href'), text: textOf(link) }));

/** The terms of description lists with what stands beside them. */
export const factsOf = (part: ParentNode): [string, string][] =>
  [...part.querySelectorAll('dt')].flatMap((term) => {
    const value = term.nextElementSibling;
    return value?.matches('dd') ? [[textOf(term), textOf(value)]] : [];
  });

/** The names of what a form sends, in order. */
export const fieldsOf = (form: ParentNode): string[] =>
  [...form.querySelectorAll(':is(input, select, textarea)[name]')].map((field) => field.getAttribute('name') ?? '');

/** Every value of an attribute, in order. */
export const valuesOf = (part: ParentNode, attribute: string): string[] =>
  [...part.querySelectorAll(`[${attribute}]`)].map((element) => element.getAttribute(attribute) ?? '');

/** The form that sends something, and not the search. */
export const formOf = (part: ParentNode): HTMLFormElement => {
  const form = part.querySelector<HTMLFormElement>('form[method="post"]');
  if (!form) throw new Error('There is no form here.');
  return form;
};

/** What is said beside fields that were not taken. */
export const errorsOf = (part: ParentNode): string[] => [...part.querySelectorAll('p[id$="-error"]')].map(textOf);

/** What can be chosen in the select of this name, as sent and as read. */
export const optionsOf = (part: ParentNode, name: string): [value: string, text: string][] =>
  [...part.querySelectorAll<HTMLOptionElement>(`select[name="${name}"] option`)].map((option) => [
    option.value,
    textOf(option),
  ]);

/** What is chosen in every select, as read. */
export const chosenIn = (part: ParentNode): string[] =>
  [...part.querySelectorAll('select')].flatMap((select) => {
    // Markup says it by an attribute, a page that was drawn in the browser by a property.
    const marked = [...select.querySelectorAll('option[selected]')];
    return (marked.length > 0 ? marked : [...select.selectedOptions]).map(textOf);
  });

/** What is ticked, as sent. */
export const tickedIn = (part: ParentNode): string[] =>
  [...part.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);
