/** Parsed TypeScript: a file's imports, and the global names that it uses. */
import { parseSync } from '@swc/core'

export type Import = {
  readonly from: string
  /** Erased by the compiler: it ties nothing together at run time. */
  readonly isType: boolean
}

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function parse(file: string, text: string): Node {
  const module: unknown = parseSync(text, {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'es2022',
  })
  return isNode(module) ? module : {}
}

/** Calls `visit` for every node, with its parent and the name that it has there. */
function walk(
  node: unknown,
  visit: (node: Node, parent: Node, place: string) => void,
  parent: Node = {},
  place = '',
): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit, parent, place)
  } else if (isNode(node)) {
    if (typeof node['type'] === 'string') visit(node, parent, place)
    const within = typeof node['type'] === 'string' ? node : parent
    for (const [name, value] of Object.entries(node)) walk(value, visit, within, name)
  }
}

function textOf(node: unknown): string {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : ''
}

/** All imports and re-exports of a file; dynamic ones too, if their path is written out. */
export function findImports(file: string, text: string): readonly Import[] {
  const found: Import[] = []
  walk(parse(file, text), (node) => {
    const isType = node['typeOnly'] === true
    if (/^(?:Import|ExportAll|ExportNamed)Declaration$/.test(String(node['type']))) {
      if (isNode(node['source'])) found.push({ from: textOf(node['source']), isType })
    } else if (node['type'] === 'CallExpression' && isNode(node['callee'])) {
      const [first]: unknown[] = Array.isArray(node['arguments']) ? node['arguments'] : []
      if (node['callee']['type'] !== 'Import' || !isNode(first)) return
      const path = first['expression']
      if (isNode(path) && path['type'] === 'StringLiteral') {
        found.push({ from: textOf(path), isType: false })
      }
    }
  })
  return found
}

/** Every free name, and `a.b` for a member of a plain name. */
export function namesIn(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>()
  walk(parse(file, text), (node, parent, place) => {
    if (node['type'] === 'MemberExpression') {
      names.add(`${textOf(node['object'])}.${textOf(node['property'])}`)
    }
    const isKey = place === 'key' || (parent['type'] === 'MemberExpression' && place === 'property')
    if (node['type'] === 'Identifier' && !isKey) names.add(textOf(node))
  })
  return names
}
