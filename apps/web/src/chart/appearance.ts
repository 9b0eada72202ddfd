/**
 * The chart's appearance: theme, color pair and language. At first it is the stored one (first-paint.js),
 * later the one that the parent page sends.
 */
import { isLanguage, type Language } from '@tukar/i18n'
import type { AppearanceMessage } from './messages.ts'

/** Colors of the drawing, from the design tokens. */
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
  /** Colors of the moving averages, the shortest first. */
  readonly averages: readonly string[]
}

const root = document.documentElement

/** The language of the page. */
export function pageLanguage(): Language {
  return isLanguage(root.lang) ? root.lang : 'en'
}

/** Reads the colors of the current theme. */
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

/** Applies the appearance of the parent page; returns whether the language changed. */
export function applyAppearance({ theme, isPairSafe, language }: AppearanceMessage): boolean {
  root.dataset['theme'] = theme
  if (isPairSafe) root.dataset['pair'] = 'safe'
  else delete root.dataset['pair']
  const isOther = language !== root.lang
  if (isOther) root.lang = language
  return isOther
}
