/**
 * Values that a password manager or a browser puts into fields without an event: the forms hear of them
 * before they are sent. React learns of values by `input` events alone.
 */

/** A field as far as its value is concerned. */
export type Filled = {
  /** What stands in it now. */
  readonly value: string
  /** What React or the page wrote into it. */
  readonly defaultValue: string
}

/**
 * Whether nobody was told of what stands in a field.
 *
 * @param heard the value of its last event; undefined where there was none
 */
export function isUnheard({ value, defaultValue }: Filled, heard: string | undefined): boolean {
  return value !== defaultValue && value !== heard
}

const textual = 'input:not([type=checkbox],[type=radio],[type=file]), textarea'

/** Has the fields of a form tell of their values before a press of a button or of Enter sends it. */
export function hearAutofill(page: Document): void {
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
      if (isField(field) && isUnheard(field, heard.get(field))) dispatchInput(field)
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

/** React compares with the value that was set last: it is set to another one first, past React's own setter. */
function dispatchInput(field: TextField): void {
  const { value } = field
  field.value = ''
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
