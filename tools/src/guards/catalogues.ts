/**
 * Every text is said somewhere, and every refusal has one. That both languages have the same keys and
 * places is a test of packages/i18n.
 */
import * as i18n from '@tukar/i18n'
import { serverSentences } from '@tukar/i18n/server'
import { errorStatuses } from '@tukar/wire'
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

/** Codes whose text is protocol (DEC-03) and stands in packages/wire. */
const protocolCodes = new Set(['server.maintenance'])

/** Keys that no source of these parts names, in quotes or as a property. */
export function unusedKeys(tree: Tree, parts: RegExp, { name, keys }: Keys): readonly Finding[] {
  const sources = tree.files.filter(
    (file) => parts.test(file) && isSource(file) && !isTesting(file),
  )
  const words = new Set(
    sources
      .map((file) => tree.read(file))
      .flatMap((text) => [...(text.match(/\w+/g) ?? []), ...(text.match(/\w+(?:\.\w+)+/g) ?? [])]),
  )
  return keys
    .filter((key) => !words.has(key))
    .map((key) => ({ file: `packages/i18n ${name}`, message: `nothing says "${key}"` }))
}

export const cataloguesGuard: Guard = {
  name: 'catalogues',
  check(tree) {
    const pages = pageCatalogues()
    const server = { name: 'server', keys: Object.keys(serverSentences) }
    const silent = Object.keys(errorStatuses).filter(
      (code) => !(code in serverSentences) && !protocolCodes.has(code),
    )
    return [
      ...(pages.length === 0 ? [{ file: 'packages/i18n', message: 'no catalogue was seen' }] : []),
      ...pages.flatMap((page) => unusedKeys(tree, /^apps\/web\//, page)),
      ...unusedKeys(tree, /^(?:apps\/server|packages\/(?:core|wire|money))\//, server),
      ...silent.map((code) => ({ file: 'packages/wire', message: `${code} has no text` })),
    ]
  },
}
