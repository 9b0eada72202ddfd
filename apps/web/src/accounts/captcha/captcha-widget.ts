/** The external widget (reCAPTCHA), loaded only if the operator's settings have a site key. */
import { isRecord } from '../../api/json.ts'
import { currentTheme, language } from '../../theme/preferences.ts'

type WidgetOptions = {
  readonly sitekey: string
  readonly theme: 'dark' | 'light'
  readonly callback: (proof: string) => void
  readonly 'expired-callback': () => void
  readonly 'error-callback': () => void
}

type WidgetMaker = {
  readonly ready: (run: () => void) => void
  readonly render: (container: HTMLElement, options: WidgetOptions) => unknown
}

const scriptAddress = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${language}`

let script: Promise<void> | null = null

function loadScript(): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = scriptAddress
    element.async = true
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      script = null
      element.remove()
      reject(new Error('captcha.widget'))
    })
    document.head.append(element)
  })
  return script
}

/** The script adds itself to `window`. */
function widgetMaker(): WidgetMaker | null {
  const maker: unknown = Reflect.get(window, 'grecaptcha')
  return isWidgetMaker(maker) ? maker : null
}

function isWidgetMaker(value: unknown): value is WidgetMaker {
  return isRecord(value) && typeof value['render'] === 'function'
}

/**
 * Draws the widget in an element.
 *
 * @param onAnswer receives each proof, and null when a proof expired or cannot be made
 */
export async function showWidget(
  container: HTMLElement,
  siteKey: string,
  onAnswer: (proof: string | null) => void,
): Promise<void> {
  await loadScript()
  const maker = widgetMaker()
  if (maker === null) throw new Error('captcha.widget')
  await new Promise<void>((resolve) => maker.ready(resolve))
  const box = document.createElement('div')
  container.replaceChildren(box)
  maker.render(box, {
    sitekey: siteKey,
    theme: currentTheme(),
    callback: onAnswer,
    'expired-callback': () => onAnswer(null),
    'error-callback': () => onAnswer(null),
  })
}
