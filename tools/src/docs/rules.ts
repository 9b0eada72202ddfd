/** The rules in docs/rules: their ids, where they are cited, and the column that names their proofs. */
import type { Tree } from '../guards/tree.ts'

/** A rule as its page defines it. */
export type DefinedRule = { readonly file: string; readonly id: string; readonly text: string }

/** A page of rules. README.md describes the pages, and defines no rule. */
const rulesPage = /^docs\/rules\/(?!README)[a-z-]+\.md$/
const ruleRow = /^\| ([A-Z]+-\d{1,3}) \| (.*) \| [^|]* \|$/
const citedId = /\b[A-Z]+-\d{1,3}\b/g

/** Names of standards and other things that look like rule ids. */
const standards = new Set(
  'AES BIP COVID CRC DEFLATE EIP ERC FIPS HMAC IMG MD P PDF PKCS RFC SHA UTF'.split(' '),
)

/** Files that may cite rules: all texts but pages of rules and generated lists. */
const citing = /\.(?:ts|tsx|mjs|js|md|css|html|sql|yml)$/
const notCiting =
  /^docs\/(?:rules|measured)\/|package-lock\.json$|^tools\/src\/(?:guards|docs)\/rules/

/** All rules that the pages define, in their order. */
export function definedRules(tree: Tree): readonly DefinedRule[] {
  return tree.files
    .filter((file) => rulesPage.test(file))
    .flatMap((file) =>
      tree
        .read(file)
        .split('\n')
        .flatMap((line) => {
          const [, id, text] = ruleRow.exec(line) ?? []
          return id === undefined || text === undefined ? [] : [{ file, id, text }]
        }),
    )
}

/** The files that cite each id. */
export function citations(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const cited = new Map<string, Set<string>>()
  for (const file of tree.files) {
    if (!citing.test(file) || notCiting.test(file)) continue
    for (const [id] of tree.read(file).matchAll(citedId)) {
      if (standards.has(id.slice(0, id.indexOf('-')))) continue
      const files = cited.get(id) ?? new Set()
      cited.set(id, files.add(file))
    }
  }
  return new Map([...cited].map(([id, files]) => [id, [...files]]))
}

/** The pages of rules, each row with its current proofs. */
export function rulesPages(tree: Tree): readonly { file: string; text: string }[] {
  const cited = citations(tree)
  return tree.files
    .filter((file) => rulesPage.test(file))
    .map((file) => {
      const lines = tree
        .read(file)
        .split('\n')
        .map((line) => {
          const [, id, text] = ruleRow.exec(line) ?? []
          return id === undefined ? line : `| ${id} | ${text} | ${provedBy(cited.get(id) ?? [])} |`
        })
      return { file, text: lines.join('\n') }
    })
}

const shownProofs = 2

function provedBy(files: readonly string[]): string {
  const tests = files.filter(isProof).toSorted((a, b) => level(a) - level(b) || (a < b ? -1 : 1))
  const shown = tests.slice(0, shownProofs).map((file) => `\`${file}\``)
  const more = tests.length - shown.length
  if (shown.length > 0) return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return files
    .slice(0, shownProofs)
    .map((file) => `cited in \`${file}\``)
    .join(', ')
}

function isProof(file: string): boolean {
  return /\.test\.(?:tsx?|mjs)$|^e2e\/.*\.ts$|^conformance\/.*\.ts$/.test(file)
}

/** How dear a proof is: a unit test first, a browser last. */
function level(file: string): number {
  if (/^(?:e2e|launch)\//.test(file)) return 3
  if (file.includes('.long.test.')) return 2
  return file.startsWith('packages/') ? 0 : 1
}
