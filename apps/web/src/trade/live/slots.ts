/**
 * Elements whose content is written outside React's rendering (ADR 0040). React creates them without children
 * and without these attributes, so it never changes what is written.
 */

/** The written parts of an element. */
export type Writable = {
  textContent: string | null
  readonly childNodes: ArrayLike<{ readonly nodeType: number; nodeValue: string | null }>
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  /** Needed only for style properties. */
  readonly style?: Pick<CSSStyleDeclaration, 'setProperty'>
}

/** Remembers the written values and writes only changes. */
export type Slot = {
  /** Writes a text; returns whether it changed. */
  readonly text: (next: string) => boolean
  /** Writes an attribute; null removes it. */
  readonly attribute: (name: string, next: string | null) => void
  /** Writes a property of the element's style. */
  readonly property: (name: string, next: string) => void
  /** Discards the record, so that everything is written again. */
  readonly forget: () => void
}

const textNode = 3

/** A single text node is changed in place; other content is replaced. */
function writeText(element: Writable, text: string): void {
  const { childNodes } = element
  const only = childNodes[0]
  if (childNodes.length === 1 && only?.nodeType === textNode && text !== '') only.nodeValue = text
  else element.textContent = text
}

const slots = new WeakMap<Writable, Slot>()

/** The slot of an element; always the same object. */
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
