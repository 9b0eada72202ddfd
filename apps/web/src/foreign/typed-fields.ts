/** Keeps typed values of a panel's fields while the panel is mounted again. */

const fieldTags = 'input, textarea, select'
/** How long fields may take to appear: parts of a panel may load their data first. */
const restoreMs = 5_000

/** Identifies a field: its kind and name, and its index among equal ones. */
type FieldKind = {
  readonly tag: string
  readonly type: string
  readonly name: string
}

/** Numbers the fields of each kind in order, so that each has a unique key. */
export function listFieldKeys(fields: readonly FieldKind[]): readonly string[] {
  const counts = new Map<string, number>()
  return fields.map(({ tag, type, name }) => {
    const kind = `${tag} ${type} ${name}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind} ${count}`
  })
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

type Typed = {
  readonly value: string
  readonly isChecked: boolean
  readonly files: FileList | null
  readonly hasFocus: boolean
}

export type TypedFields = ReadonlyMap<string, Typed>

/** Reads the fields inside an element, except secrets, codes and fields of dialogs. */
export function readTyped(root: Element): TypedFields {
  return new Map(
    [...fieldsOf(root)].map(([key, field]) => {
      const isInput = field instanceof HTMLInputElement
      const typed: Typed = {
        value: field.value,
        isChecked: isInput && field.checked,
        files: isInput && field.files !== null && field.files.length > 0 ? field.files : null,
        hasFocus: field === document.activeElement,
      }
      return [key, typed]
    }),
  )
}

/** Restores typed values, also into fields that appear later. */
export function restoreTyped(root: Element, typed: TypedFields): void {
  const missing = new Map(typed)
  const restore = () => {
    for (const [key, field] of fieldsOf(root)) {
      const one = missing.get(key)
      if (one === undefined) continue
      missing.delete(key)
      putBack(field, one)
    }
  }
  restore()
  if (missing.size === 0) return
  const over = new AbortController()
  const observer = new MutationObserver(() => {
    restore()
    if (missing.size === 0) over.abort()
  })
  observer.observe(root, { childList: true, subtree: true })
  over.signal.addEventListener('abort', () => observer.disconnect())
  setTimeout(() => over.abort(), restoreMs)
  // A form that the user opens now is a new one: nothing is restored into it.
  const end = ({ isTrusted }: Event) => isTrusted && over.abort()
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, end, { capture: true, signal: over.signal })
}

function fieldsOf(root: Element): ReadonlyMap<string, Field> {
  const fields = [...root.querySelectorAll<Field>(fieldTags)].filter(
    (field) => !isSecret(field) && !isInDialogBelow(root, field),
  )
  const kinds = fields.map(({ tagName, type, name }) => ({ tag: tagName, type, name }))
  const keys = listFieldKeys(kinds)
  return new Map(fields.map((field, index) => [keys[index] ?? '', field]))
}

/** A password, a code, or one of the boxes of a code. */
function isSecret(field: Field): boolean {
  if (!(field instanceof HTMLInputElement)) return false
  const { type, autocomplete, name, maxLength } = field
  return (
    type === 'password' ||
    autocomplete === 'one-time-code' ||
    name === 'google_secret' ||
    maxLength === 1
  )
}

function isInDialogBelow(root: Element, field: Field): boolean {
  const dialog = field.closest('dialog')
  return dialog !== null && root.contains(dialog)
}

function putBack(field: Field, { value, isChecked, files, hasFocus }: Typed): void {
  if (hasFocus) field.focus({ preventScroll: true })
  if (field instanceof HTMLInputElement) {
    if (field.type === 'file') return putFiles(field, files)
    if (field.type === 'checkbox' || field.type === 'radio') {
      // A form is notified by a click.
      if (field.checked !== isChecked && (isChecked || field.type === 'checkbox')) field.click()
      return
    }
  }
  if (field.value !== value) putValue(field, value)
}

function putFiles(field: HTMLInputElement, files: FileList | null): void {
  if (files === null) return
  field.files = files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Bypasses React's own setter, so that React notices the new value. */
function putValue(field: Field, value: string): void {
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
  const kind = kinds.find((one) => field instanceof one)
  Object.getOwnPropertyDescriptor(kind?.prototype, 'value')?.set?.call(field, value)
  const event = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
