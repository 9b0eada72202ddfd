/** Decides whether key presses belong to a field. */

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'

/** Whether keys belong to the focused element (WCAG 2.1.4): true for every kind of field. */
export function isField(element: Pick<Element, 'closest'>): boolean {
  return element.closest(fields) !== null
}
