/**
 * How the chart looks: theme, color pair and language, first as the device keeps them (first-paint.js),
 * then as the page around it says by messages of the same origin.
 */
import { isLanguage, type Language } from '@tukar/i18n'
import { isRecord } from '../api/json.ts'

/** The colors that the drawing needs, read from the tokens. */
export type Colors = {
  readonly ground: string
  readonly text: string
  readonly line: string
  readonly crosshair: string
  readonly label: string
  readonly up: string
  readonly down: string
  readonly upBar: string
  readonly downBar: string
}

const root = document.documentElement

/** The language of the page. */
export function pageLanguage(): Language {
  return isLanguage(root.lang) ? root.lang : 'en'
}

/** Reads the colors of the theme that is on. */
export function readColors(): Colors {
  const token = (name: string): string => getComputedStyle(root).getPropertyValue(name).trim()
  return {
    ground: token('--bg1'),
    text: token('--text-3'),
    line: token('--line'),
    crosshair: token('--control-line'),
    label: token('--bg3'),
    up: token('--up'),
    down: token('--down'),
    upBar: `${token('--up')}52`,
    downBar: `${token('--down')}52`,
  }
}

/** Follows what the page around says; calls back after each change. */
export function followLooks(onLooks: () => void, onLanguage: () => void): void {
  addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || !isRecord(data) || data['kind'] !== 'looks') return
    const theme = data['theme']
    if (theme === 'dark' || theme === 'light') root.dataset['theme'] = theme
    if (data['isPairSafe'] === true) root.dataset['pair'] = 'safe'
    else delete root.dataset['pair']
    const language = data['language']
    const isOther = isLanguage(language) && language !== root.lang
    if (isOther) root.lang = language
    onLooks()
    if (isOther) onLanguage()
  })
}
