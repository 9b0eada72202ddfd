/**
 * Collects every statement that the sources send to PostgreSQL, in each of its forms, with the row type that
 * the code reads.
 */
import type { CallExpression, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Project, type Type } from 'typescript/unstable/sync'
import { CallIndex } from './call-index.ts'
import { Folder } from './fold.ts'
import { textOf } from './nodes.ts'
import { Unfoldable } from './values.ts'
import { type RowType, rowOf } from './row.ts'

export type SentStatement = {
  /** `modules/orders/store.ts:12`, relative to the source folder. */
  readonly at: string
  /** All texts that the statement can have. */
  readonly texts: readonly string[]
  /** The row type that the code declares; null if it reads none. */
  readonly row: RowType | null
  /** The number of values; null if it is known at run time only. */
  readonly values: number | null
  /** Sent over a connection that returns `bigint` as text. */
  readonly isRaw: boolean
}

export type Collected = {
  readonly sent: readonly SentStatement[]
  /** Statements whose text or row type is known at run time only: position and reason. */
  readonly unknown: readonly { readonly at: string; readonly why: string }[]
}

const rawClients = new Set(['Client', 'ClientBase', 'DatabaseClient'])

/**
 * Collects the statements of a compiler's project.
 *
 * @param config its `tsconfig.json`
 * @param files texts that replace files or are added to them, by path
 */
export function collectStatements(
  config: string,
  files: Readonly<Record<string, string>> = {},
): Collected {
  const fs = {
    readFile: (file: string) => files[file],
    fileExists: (file: string) => (Object.hasOwn(files, file) ? true : undefined),
  }
  // Without extra files the compiler need not ask for each file.
  const api = new API(Object.keys(files).length === 0 ? {} : { fs })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`no project: ${config}`)
    return collected(project, files)
  } finally {
    api.close()
  }
}

function collected(project: Project, files: Readonly<Record<string, string>>): Collected {
  const calls = new CallIndex(project, files)
  const folder = new Folder(project, calls)
  const sent: SentStatement[] = []
  const unknown: { at: string; why: string }[] = []
  for (const call of calls.of('query')) {
    const at = placeIn(project, call)
    try {
      sent.push(...sentBy(project, folder, call, at))
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error
      unknown.push({ at, why: error.message })
    }
  }
  return { sent, unknown }
}

function placeIn(project: Project, node: Node): string {
  const source = node.getSourceFile()
  const line = source.text.slice(0, node.getStart()).split('\n').length
  const folder = project.configFileName.replace(/[^/]*$/, 'src/')
  return `${source.fileName.replace(folder, '')}:${line}`
}

function sentBy(
  project: Project,
  folder: Folder,
  call: CallExpression,
  at: string,
): readonly SentStatement[] {
  const { checker } = project
  const [statement, values] = call.arguments
  if (statement === undefined || !is.isPropertyAccessExpression(call.expression)) return []
  const owner = checker.getTypeAtLocation(call.expression.expression)
  const isRaw = owner !== undefined && rawClients.has(checker.typeToString(owner))
  const parts = is.isObjectLiteralExpression(statement) ? statement : null
  const text = parts === null ? statement : partOf(parts, 'text')
  const given = parts === null ? values : partOf(parts, 'values')
  if (text === undefined) throw new Unfoldable(`has no text: ${textOf(statement)}`)
  const asked = call.typeArguments?.[0]
  const forms = folder.alternatives(() => {
    const folded = folder.valueOf(text)
    if (typeof folded !== 'string') throw new Unfoldable(`is no text: ${textOf(text)}`)
    return { text: folded, type: asked === undefined ? null : typeOf(project, folder, asked) }
  })
  const byType = new Map<Type | null, Set<string>>()
  for (const form of forms) {
    const texts = byType.get(form.type) ?? new Set()
    byType.set(form.type, texts.add(form.text))
  }
  return [...byType].map(([type, texts]) => ({
    at,
    isRaw,
    texts: [...texts],
    row: type === null ? null : rowOf(checker, type),
    values: countOf(given),
  }))
}

/** The type that an argument names; in a function for many rows, the one that its caller names. */
function typeOf(project: Project, folder: Folder, asked: Node): Type {
  const { checker } = project
  const type = is.isTypeNode(asked) ? checker.getTypeFromTypeNode(asked) : undefined
  if (type === undefined) throw new Unfoldable(`names no row: ${textOf(asked)}`)
  if (!type.isTypeParameter()) return type
  const declared = type.getSymbol()?.declarations[0]?.resolve(project)
  const code = declared?.parent
  if (code === undefined || (!is.isFunctionDeclaration(code) && !is.isArrowFunction(code))) {
    throw new Unfoldable(`names no row: ${textOf(asked)}`)
  }
  const at = code.typeParameters?.findIndex((one) => one === declared) ?? 0
  const named = folder.callerOf(code).typeArguments?.[at]
  if (named === undefined) throw new Unfoldable(`its caller names no row: ${textOf(asked)}`)
  return typeOf(project, folder, named)
}

function partOf(object: Node, name: string): Node | undefined {
  if (!is.isObjectLiteralExpression(object)) return undefined
  for (const one of object.properties) {
    if (is.isPropertyAssignment(one) && textOf(one.name) === name) return one.initializer
    if (is.isShorthandPropertyAssignment(one) && textOf(one.name) === name) return one.name
  }
  return undefined
}

function countOf(values: Node | undefined): number | null {
  if (values === undefined) return 0
  if (!is.isArrayLiteralExpression(values)) return null
  return values.elements.some((one) => is.isSpreadElement(one)) ? null : values.elements.length
}
