/** Which part may import which, as in ARCHITECTURE.md; and no cycles. */
import path from 'node:path'
import { findImports } from './syntax.ts'
import { type Finding, type Guard, isSource, isTesting, type Tree } from './tree.ts'

type Border = {
  readonly part: RegExp
  /** What it may import apart from itself: paths of the repository, names of packages. */
  readonly may: readonly RegExp[]
}

/** Fewer than these were not the repository. */
export const modulesMin = 250

const npm = /^(?!node:|@tukar\/|apps\/|packages\/)/
const node = /^node:/
const money = /^@tukar\/money$/
const wire = /^@tukar\/wire(?:\/openapi)?$/
/** No page imports the modules that make documents from schemas. */
const wireOfPages = /^@tukar\/wire$/
const i18n = /^@tukar\/i18n$/
/** How typed texts are read, the same in pages, wire and server. */
const inputs = /^@tukar\/i18n\/inputs$/
const i18nServer = /^@tukar\/i18n\/server$/
const corpus = /^@tukar\/i18n\/corpus$/
const core = /^@tukar\/core$/
/** Which slice of a long proof a test does. */
const slices = /^@tukar\/core\/sim\/slice$/
/** For rows that tests store in bulk, as the service stores them. */
const proofs =
  /^@tukar\/server\/(?:rupiah\/withdrawals\/request-proof|secrets\/(?:keys|proven-facts))$/
const serverPackages = [npm, node, money, core, wire, i18n, i18nServer, inputs]
const serverOwn = 'apps/server/src'
const platform = new RegExp(`^${serverOwn}/platform/`)
const driver = new RegExp(`^${serverOwn}/platform/database/(?:client|driver)\\.ts$`)
/** Keys from the secret of the engine. */
const engineKey = new RegExp(`^${serverOwn}/platform/secrets/engine-key\\.ts$`)
const engineApi = new RegExp(`^${serverOwn}/engine/(?:index|port)\\.ts$`)
const marketDataApi = new RegExp(`^${serverOwn}/market-data/(?:index|port)\\.ts$`)
const adapterApi = new RegExp(`^${serverOwn}/adapters/[^/]+/index\\.ts$`)
const moduleApi = new RegExp(`^${serverOwn}/modules/[^/]+/index\\.ts$`)

/** The first that matches a file applies. */
const borders: readonly Border[] = [
  { part: /^packages\/money\//, may: [] },
  { part: /^packages\/core\/src\/sim\//, may: [money, node, /^packages\/core\//] },
  { part: /^packages\/core\//, may: [money] },
  { part: /^packages\/wire\//, may: [money, inputs, /^zod(?:\/|$)/] },
  { part: /^packages\/i18n\//, may: [] },
  { part: /^apps\/web\//, may: [npm, money, wireOfPages, i18n] },
  {
    part: /^apps\/server\/src\/(?:main|open-host|wire-[a-z]+)\.ts$/,
    may: [...serverPackages, /^apps\/server\//],
  },
  { part: /^apps\/server\/src\/run\.ts$/, may: [node, platform, /^apps\/server\/src\/main\.ts$/] },
  {
    part: /^apps\/server\/src\/platform\//,
    may: [npm, node, money, wire, i18n, i18nServer, inputs],
  },
  {
    // Code that starts nodes, or reads them, uses their adapters.
    part: /^apps\/server\/src\/adapters\/chain-(?:nodes|explorer)\//,
    may: [npm, node, money, wire, i18n, i18nServer, inputs, platform, adapterApi],
  },
  {
    part: /^apps\/server\/src\/adapters\/[^/]+\//,
    may: [npm, node, money, wire, i18n, i18nServer, inputs, platform],
  },
  { part: /^apps\/server\/src\/engine\//, may: [node, core, money, driver, engineKey, /^pg$/] },
  {
    part: /^apps\/server\/src\/(?:mailbox|market-data|realtime|simulation)\//,
    may: [...serverPackages, platform, engineApi, marketDataApi],
  },
  {
    part: /^apps\/server\/src\/modules\/[^/]+\//,
    may: [...serverPackages, platform, engineApi, marketDataApi, adapterApi, moduleApi],
  },
  { part: /^apps\/chains\//, may: [node] },
  { part: /^apps\/signer\//, may: [npm, node] },
  { part: /^apps\/verifier\//, may: [npm, node] },
  { part: /^tools\//, may: [/./] },
  { part: /^bench\//, may: [/./] },
  {
    // The suite checks each answer against the schemas of packages/wire and tries the corpus of inputs. It
    // knows nothing of the server.
    part: /^e2e\/src\/conformance\//,
    may: [
      npm,
      node,
      wire,
      i18n,
      i18nServer,
      corpus,
      slices,
      /^@tukar\/server\/database\//,
      proofs,
      /^e2e\//,
    ],
  },
  {
    part: /^e2e\//,
    may: [npm, node, i18n, i18nServer, corpus, slices, /^@tukar\/server\/database\//, proofs],
  },
]

/** Forbidden imports, files that no border covers, and cycles. */
function check(tree: Tree): readonly Finding[] {
  const modules = tree.files.filter((file) => isSource(file) && !isTesting(file))
  const edges = new Map<string, readonly string[]>()
  const findings: Finding[] = []
  for (const file of modules) {
    const imports = findImports(file, tree.read(file)).map((one) => ({
      ...one,
      to: resolved(file, one.from),
    }))
    edges.set(
      file,
      imports.filter(({ isType }) => !isType).map(({ to }) => to),
    )
    const crossings = imports.filter(({ to }) => !mayImport(file, to))
    findings.push(...crossings.map(({ from }) => ({ file, message: `may not import ${from}` })))
  }
  return [...findings, ...cyclesIn(edges)]
}

export const bordersGuard: Guard = {
  name: 'borders',
  check(tree) {
    const seen = tree.files.filter((file) => isSource(file) && !isTesting(file)).length
    const few = `${seen} modules seen, ${modulesMin} are the least there can be`
    return [...check(tree), ...(seen < modulesMin ? [{ file: '.', message: few }] : [])]
  },
}

function resolved(file: string, from: string): string {
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from
}

function mayImport(file: string, to: string): boolean {
  const border = borders.find(({ part }) => part.test(file))
  if (border === undefined) return false
  const [own = file] = border.part.exec(file) ?? []
  return to.startsWith(own) || border.may.some((pattern) => pattern.test(to))
}

/** One finding a cycle, by depth-first search; a file that is done is not entered again. */
function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): readonly Finding[] {
  const findings: Finding[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const enter = (file: string): void => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      findings.push({ file, message: `imports itself: ${[...trail.slice(at), file].join(' → ')}` })
      return
    }
    if (done.has(file)) return
    trail.push(file)
    for (const to of edges.get(file) ?? []) if (edges.has(to)) enter(to)
    trail.pop()
    done.add(file)
  }
  for (const file of edges.keys()) enter(file)
  return findings
}
