/**
 * How the chart looks: theme, color pair and language, first as the device keeps them (first-paint.js),
 * then as the page around it says.
 */
import { isLanguage, type Language } from '@tukar/i18n'
import type { LooksWord } from './messages.ts'

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
  /** Of the moving averages, the shortest first. */
  readonly averages: readonly string[]
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
    averages: [token('--warn'), token('--info'), token('--accent')],
  }
}

/** Puts the looks on that the page around has; returns whether the language became another. */
export function applyLooks({ theme, isPairSafe, language }: LooksWord): boolean {
  root.dataset['theme'] = theme
  if (isPairSafe) root.dataset['pair'] = 'safe'
  else delete root.dataset['pair']
  const isOther = language !== root.lang
  if (isOther) root.lang = language
  return isOther
}
