/**
 * The visitor's choices of appearance and language, stored on the device. `public/first-paint.js` reads the
 * same keys before the first paint; this file changes them.
 */
import { chooseLanguage, isLanguage, type Language } from '@tukar/i18n'
import { useSyncExternalStore } from 'react'
import { clientConfig } from '../app/client-config.ts'

export type ThemeChoice = 'auto' | 'dark' | 'light'
export type Theme = 'dark' | 'light'
export type Density = 'compact' | 'regular'

export type Preferences = {
  readonly theme: ThemeChoice
  /** Blue and orange instead of green and red. */
  readonly isPairSafe: boolean
  readonly density: Density
}

const keys = {
  theme: 'tukar.theme',
  pair: 'tukar.pair',
  density: 'tukar.density',
  language: 'tukar.language',
} as const

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

function readPreferences(): Preferences {
  const theme = stored(keys.theme)
  return {
    theme: theme === 'dark' || theme === 'light' ? theme : 'auto',
    isPairSafe: stored(keys.pair) === 'safe',
    density: stored(keys.density) === 'compact' ? 'compact' : 'regular',
  }
}

let preferences = readPreferences()
const listeners = new Set<() => void>()
const lightScheme = matchMedia('(prefers-color-scheme: light)')

/** Trade pages are dark unless a theme was chosen; other pages follow the system. */
let isTradePage = false

/** The current theme of the page. */
export function currentTheme(): Theme {
  if (preferences.theme !== 'auto') return preferences.theme
  return lightScheme.matches && !isTradePage ? 'light' : 'dark'
}

function apply(): void {
  const root = document.documentElement
  root.dataset['theme'] = currentTheme()
  root.dataset['density'] = preferences.density
  if (preferences.isPairSafe) root.dataset['pair'] = 'safe'
  else delete root.dataset['pair']
  const ground = currentTheme() === 'dark' ? '#0b0f14' : '#f6f8fa'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
  for (const listener of listeners) listener()
}

lightScheme.addEventListener('change', apply)
addEventListener('storage', (event) => {
  if (event.key === keys.language) {
    elsewhere = isLanguage(event.newValue) && event.newValue !== language ? event.newValue : null
    for (const listener of listeners) listener()
  } else if (event.key?.startsWith('tukar.') === true) {
    preferences = readPreferences()
    apply()
  }
})

/** Reports whether the shown page is a trade page. */
export function setTradePage(isTrade: boolean): void {
  if (isTrade === isTradePage) return
  isTradePage = isTrade
  apply()
}

/** Changes and stores a choice; the page applies it at once. */
export function changePreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  store(keys.theme, preferences.theme)
  store(keys.pair, preferences.isPairSafe ? 'safe' : 'standard')
  store(keys.density, preferences.density)
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The choices; the component draws again when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences)
}

/** Calls the listener after each change, for code outside React. */
export const onPreferences = subscribe

/** The page's language. It is fixed for the life of the page: a switch reloads the page (GEN-08). */
export const language: Language = chooseLanguage({
  stored: stored(keys.language),
  dateText: new Date().toString(),
  preferred: navigator.languages,
  rule: clientConfig.languageRule,
})

let elsewhere: Language | null = null

/**
 * The language that another tab chose; null if it is this page's language. The page is not reloaded, because
 * unsent input would be lost.
 */
export function chosenElsewhere(): Language | null {
  return elsewhere
}

/** Stores the language and reloads the page. */
export function switchLanguage(next: Language): void {
  store(keys.language, next)
  location.reload()
}
