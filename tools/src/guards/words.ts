/** Words of a private English that GLOSSARY.md replaces: each may only become rarer. */
import { type Finding, type Guard, isSource, type Tree } from './tree.ts'

export type BannedWord = {
  readonly word: string
  readonly pattern: RegExp
  /** The replacement. */
  readonly instead: string
  /** The highest count allowed: the count when it was last lowered. */
  readonly allowed: number
}

/** Names are split into words: `withdrawalHands` has "Hands". */
const banned: readonly BannedWord[] = [
  { word: 'deed', pattern: /\bdeeds?\b/gi, instead: 'action', allowed: 4 },
  { word: 'hands, of a type or name', pattern: /\bHands\b/g, instead: 'executor', allowed: 0 },
  { word: 'particulars', pattern: /\bparticulars\b/gi, instead: 'details', allowed: 158 },
  { word: 'whoever', pattern: /\bwhoever\b/gi, instead: 'the person who', allowed: 36 },
  { word: 'anew', pattern: /\banew\b/gi, instead: 'again', allowed: 50 },
  { word: 'by itself', pattern: /\bby itself\b/gi, instead: 'alone, automatically', allowed: 32 },
  { word: 'told', pattern: /\btold\b/gi, instead: 'outcome, notified, shown', allowed: 197 },
  { word: 'besides', pattern: /\bbesides\b/gi, instead: 'also', allowed: 14 },
  { word: 'goes on', pattern: /\b(?:goes|go|going) on\b/gi, instead: 'continues', allowed: 126 },
  { word: 'tape', pattern: /\btape\b/gi, instead: 'recent trades, event buffer', allowed: 49 },
  { word: 'Parts, of a type', pattern: /\bParts\b/g, instead: 'Deps', allowed: 54 },
]

/** History, generated files, and files about the words themselves. */
const aside =
  /^(?:CHANGELOG|GLOSSARY)\.md$|^docs\/(?:measured|reference|adr)\/|\/migrations\/|^tools\/src\/guards\/words/

export const wordsGuard: Guard = {
  name: 'words',
  check: (tree) => wordFindings(tree, banned),
}

/** Words that became more frequent. */
export function wordFindings(tree: Tree, words: readonly BannedWord[]): readonly Finding[] {
  return countedIn(tree, words)
    .filter(({ count, allowed }) => count > allowed)
    .map(({ word, instead, count, allowed }) => ({
      file: 'GLOSSARY.md',
      message: `"${word}" stands ${count} times, at most ${allowed}: write ${instead}`,
    }))
}

/** How often each word occurs in the tree: in names, comments, texts and documents. */
export function countedIn(
  tree: Tree,
  words: readonly BannedWord[] = banned,
): readonly (BannedWord & { readonly count: number })[] {
  const texts = tree.files
    .filter((file) => !aside.test(file) && (isSource(file) || /\.(?:md|mjs|css)$/.test(file)))
    .map((file) => splitNames(`${file}\n${tree.read(file)}`))
  return words.map((word) => ({
    ...word,
    count: texts.reduce((sum, text) => sum + (text.match(word.pattern)?.length ?? 0), 0),
  }))
}

/** A text with its names split into words. */
function splitNames(text: string): string {
  return text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}
