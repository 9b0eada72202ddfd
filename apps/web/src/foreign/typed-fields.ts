/** What stands in the fields of a panel, kept while the panel is mounted again. */

const fieldTags = 'input, textarea, select'
/** Parts of a panel may load their data again before they have their fields. */
const restoreMs = 5_000

/** How a field is known again: its kind and name, and which of several such it is. */
type FieldKind = {
  readonly tag: string
  readonly type: string
  readonly name: string
}

/** Numbers fields of one kind in their order, so that each has a key of its own. */
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

/** Reads the fields in and below an element, but for secrets, codes and what stands in a dialog. */
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

/** Puts them back, also into fields that come a little later. */
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
  // What a person opens now is another form: nothing is put into that.
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
      // A press is what its form hears of.
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

/** Past the setter by which React remembers what it wrote, so that it hears of the value. */
function putValue(field: Field, value: string): void {
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
  const kind = kinds.find((one) => field instanceof one)
  Object.getOwnPropertyDescriptor(kind?.prototype, 'value')?.set?.call(field, value)
  const event = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
