/**
 * Places of the page whose figures are written outside of React's rendering (ADR 0040). React makes the
 * element and gives it no children and none of these attributes, so it never touches what is written.
 */

/** What of an element is written. */
export type Writable = {
  textContent: string | null
  readonly childNodes: ArrayLike<{ readonly nodeType: number; nodeValue: string | null }>
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  /** Only where properties of its style are written. */
  readonly style?: Pick<CSSStyleDeclaration, 'setProperty'>
}

/** Remembers what it wrote, and writes only what is another thing. */
export type Slot = {
  /** Returns whether it was another text. */
  readonly text: (next: string) => boolean
  /** Null takes the attribute away. */
  readonly attribute: (name: string, next: string | null) => void
  /** A property of the element's own style. */
  readonly property: (name: string, next: string) => void
  /** Forgets what was written: all is written again, whatever others did to the element. */
  readonly forget: () => void
}

const textNode = 3

/** A text that stands alone is changed where it stands; whatever else is inside is replaced. */
function writeText(element: Writable, text: string): void {
  const { childNodes } = element
  const only = childNodes[0]
  if (childNodes.length === 1 && only?.nodeType === textNode && text !== '') only.nodeValue = text
  else element.textContent = text
}

const slots = new WeakMap<Writable, Slot>()

/** The slot of an element; the same one each time. */
export function findSlot(element: Writable): Slot {
  const known = slots.get(element)
  if (known !== undefined) return known
  const slot = newSlot(element)
  slots.set(element, slot)
  return slot
}

function newSlot(element: Writable): Slot {
  let text: string | null = null
  const attributes = new Map<string, string | null>()
  const properties = new Map<string, string>()
  return {
    text: (next) => {
      if (next === text) return false
      writeText(element, next)
      text = next
      return true
    },
    attribute: (name, next) => {
      if (attributes.get(name) === next) return
      if (next === null) element.removeAttribute(name)
      else element.setAttribute(name, next)
      attributes.set(name, next)
    },
    property: (name, next) => {
      if (properties.get(name) === next) return
      element.style?.setProperty(name, next)
      properties.set(name, next)
    },
    forget: () => {
      text = null
      attributes.clear()
      properties.clear()
    },
  }
}
