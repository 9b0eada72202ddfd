/**
 * Every text is used. `errors.ts` checks that every error has a text; a test of packages/i18n that both
 * languages have the same keys and placeholders.
 */
import * as i18n from '@tukar/i18n'
import { serverSentences } from '@tukar/i18n/server'
import { type Finding, type Guard, isSource, isTesting, type Tree } from './tree.ts'

/** A catalogue by its name: the keys that it has. */
export type Keys = { readonly name: string; readonly keys: readonly string[] }

/** The catalogues of the pages, as packages/i18n exports them. */
export function pageCatalogues(): readonly Keys[] {
  return Object.entries<unknown>(i18n).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'en' in value && 'id' in value
      ? [{ name, keys: Object.keys(value.en ?? {}) }]
      : [],
  )
}

/** All words in the sources of these parts, including those with dots. */
export function wordsIn(tree: Tree, parts: RegExp): ReadonlySet<string> {
  const sources = tree.files.filter(
    (file) => parts.test(file) && isSource(file) && !isTesting(file),
  )
  return new Set(
    sources
      .map((file) => tree.read(file))
      .flatMap((text) => [...(text.match(/\w+/g) ?? []), ...(text.match(/\w+(?:\.\w+)+/g) ?? [])]),
  )
}

/** Keys that are not among these words. */
export function unusedKeys(words: ReadonlySet<string>, { name, keys }: Keys): readonly Finding[] {
  return keys
    .filter((key) => !words.has(key))
    .map((key) => ({ file: `packages/i18n ${name}`, message: `nothing says "${key}"` }))
}

export const cataloguesGuard: Guard = {
  name: 'catalogues',
  check(tree) {
    const pages = pageCatalogues()
    const server = { name: 'server', keys: Object.keys(serverSentences) }
    const webWords = wordsIn(tree, /^apps\/web\//)
    const serverWords = wordsIn(tree, /^(?:apps\/server|packages\/(?:core|wire|money))\//)
    return [
      ...(pages.length === 0 ? [{ file: 'packages/i18n', message: 'no catalogue was seen' }] : []),
      ...pages.flatMap((page) => unusedKeys(webWords, page)),
      ...unusedKeys(serverWords, server),
    ]
  },
}
