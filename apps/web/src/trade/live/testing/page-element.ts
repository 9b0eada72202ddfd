/** An element for tests without a browser; it records what is written. */
import type { Writable } from '../slots.ts'

type Child = { readonly nodeType: number; nodeValue: string | null }

/** Returns an empty element, the log of writes, and a function that inserts a foreign child. */
export function pageElement(): {
  readonly element: Writable
  readonly writes: readonly string[]
  readonly attributes: ReadonlyMap<string, string>
  readonly putIn: (child: Child) => void
} {
  const writes: string[] = []
  const attributes = new Map<string, string>()
  let children: Child[] = []
  const textNode = (text: string): Child => ({
    nodeType: 3,
    get nodeValue() {
      return text
    },
    set nodeValue(next) {
      writes.push(`node ${next}`)
      text = next ?? ''
    },
  })
  const element: Writable = {
    get textContent() {
      return children.map(({ nodeValue }) => nodeValue ?? '').join('')
    },
    set textContent(next) {
      writes.push(`text ${next}`)
      children = next === null || next === '' ? [] : [textNode(next)]
    },
    get childNodes() {
      return children
    },
    setAttribute: (name, value) => {
      writes.push(`${name}=${value}`)
      attributes.set(name, value)
    },
    removeAttribute: (name) => {
      writes.push(`${name} gone`)
      attributes.delete(name)
    },
    style: {
      setProperty: (name, value) => {
        writes.push(`${name}: ${value}`)
      },
    },
  }
  return {
    element,
    writes,
    attributes,
    putIn: (child) => {
      children = [child]
    },
  }
}
