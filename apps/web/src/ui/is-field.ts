/** Whose the keys are that a person presses. */

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'

/** Whether keys belong to the element that has the focus (WCAG 2.1.4): every field, whatever its kind. */
export function isField(element: Pick<Element, 'closest'>): boolean {
  return element.closest(fields) !== null
}
