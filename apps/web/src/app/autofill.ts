/**
 * Reports values that a password manager or browser fills in without an event. React reads values from
 * `input` events only, so forms would not know them.
 */

/** The values of a field. */
export type Filled = {
  /** The current value. */
  readonly value: string
  /** The value that React or the page set. */
  readonly defaultValue: string
}

/**
 * Whether a field has a value without an event.
 *
 * @param heard the value of its last event; undefined without one
 */
export function isUnreported({ value, defaultValue }: Filled, heard: string | undefined): boolean {
  return value !== defaultValue && value !== heard
}

const textual = 'input:not([type=checkbox],[type=radio],[type=file]), textarea'

/** Reports filled-in values of a form before a click or Enter submits it. */
export function reportAutofill(page: Document): void {
  const heard = new WeakMap<Element, string>()
  page.addEventListener(
    'input',
    ({ target }) => {
      if (isField(target)) heard.set(target, target.value)
    },
    { capture: true },
  )
  const report = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest('form') : null
    for (const field of form?.querySelectorAll(textual) ?? []) {
      if (isField(field) && isUnreported(field, heard.get(field))) dispatchInput(field)
    }
  }
  page.addEventListener('click', report, { capture: true })
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter') report(event)
    },
    { capture: true },
  )
}

type TextField = HTMLInputElement | HTMLTextAreaElement

function isField(target: unknown): target is TextField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/**
 * React ignores an event whose value equals the last one it set, so a different value is set first, bypassing
 * React's setter.
 */
function dispatchInput(field: TextField): void {
  const { value } = field
  field.value = ''
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
