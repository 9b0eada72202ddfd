/**
 * Translators and extensions replace text nodes of the page. React keeps a reference to a text node only
 * where the text has siblings: it then writes into a node that nobody sees, and fails to remove it. Such
 * texts get an element of their own here, so that React never refers to a text node (ADR 0031).
 */

/** The element of a text beside siblings. It is inline, and no style sheet selects it. */
export const textTag = 'tukar-text'
/** The same for white space only, without a box: a box would become a flex item. */
export const spaceTag = 'tukar-space'

/** Creates the element of a text. Only texts in lists get a key. */
export type MakeText = (
  tag: typeof textTag | typeof spaceTag,
  text: string,
  key?: string,
) => unknown

/** Elements in which a browser allows only text. */
const textOnly = new Set([
  'desc',
  'option',
  'script',
  'style',
  'text',
  'textarea',
  'title',
  'tspan',
])

function isText(child: unknown): child is string | number | bigint {
  return typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint'
}

function isEmpty(child: unknown): boolean {
  return child === null || child === undefined || typeof child === 'boolean'
}

const joined = (children: readonly unknown[]): string =>
  children.filter(isText).map(String).join('')

function makeText(make: MakeText, text: string, key?: string): unknown {
  if (text === '') return null
  return make(text.trim() === '' ? spaceTag : textTag, text, key)
}

/**
 * Returns the children of an element with each text wrapped. Children without such texts are returned
 * unchanged.
 */
export function wrapElementTexts(tag: string, children: unknown, make: MakeText): unknown {
  if (!Array.isArray(children) || !hasText(children)) return children
  if (children.every((child) => isText(child) || isEmpty(child))) return joined(children)
  return textOnly.has(tag) ? children : withTextElements(children, make)
}

/** The same for a fragment, whose texts always count as having siblings. */
export function wrapFragmentTexts(children: unknown, make: MakeText): unknown {
  if (isText(children)) return makeText(make, String(children))
  return Array.isArray(children) && hasText(children) ? withTextElements(children, make) : children
}

function hasText(children: readonly unknown[]): boolean {
  return children.some((child) => isText(child) || (Array.isArray(child) && hasText(child)))
}

/** Adjacent texts share one element at the index of the first: no other child changes its index. */
function withTextElements(children: readonly unknown[], make: MakeText): readonly unknown[] {
  return children.map((child, index) => {
    if (Array.isArray(child)) return hasText(child) ? textsInList(child, make) : child
    if (!isText(child) && !isEmpty(child)) return child
    if (index > 0 && isInRun(children[index - 1])) return null
    const end = children.findIndex((later, at) => at > index && !isInRun(later))
    return makeText(make, joined(children.slice(index, end < 0 ? undefined : end)))
  })
}

function isInRun(child: unknown): boolean {
  return isText(child) || isEmpty(child)
}

function textsInList(list: readonly unknown[], make: MakeText): readonly unknown[] {
  return list.map((child, index) =>
    isText(child) ? makeText(make, String(child), `text-${index}`) : child,
  )
}
