/**
 * Finds the calls of functions by name. Only files that contain the name are parsed, because there are a
 * thousand.
 */
import { readFileSync } from 'node:fs'
import type { CallExpression, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Project } from 'typescript/unstable/sync'
import { textOf } from './nodes.ts'

export class CallIndex {
  readonly #project: Project
  readonly #texts: ReadonlyMap<string, string>
  readonly #calls = new Map<string, ReadonlyMap<string, readonly CallExpression[]>>()

  /** Covers all sources of a project; `files` are texts that are not on disk. */
  constructor(project: Project, files: Readonly<Record<string, string>>) {
    this.#project = project
    this.#texts = new Map(
      project.rootFiles.map((file) => [file, files[file] ?? readFileSync(file, 'utf8')]),
    )
  }

  /** Calls with arguments of functions or methods of this name. */
  of(name: string): readonly CallExpression[] {
    return [...this.#texts].flatMap(([file, text]) =>
      text.includes(name) ? (this.#callsIn(file).get(name) ?? []) : [],
    )
  }

  #callsIn(file: string): ReadonlyMap<string, readonly CallExpression[]> {
    const known = this.#calls.get(file)
    if (known !== undefined) return known
    const calls = new Map<string, CallExpression[]>()
    const visit = (node: Node): void => {
      if (is.isCallExpression(node) && node.arguments.length > 0) {
        const { expression } = node
        const callee = is.isPropertyAccessExpression(expression) ? expression.name : expression
        const name = textOf(callee)
        calls.set(name, [...(calls.get(name) ?? []), node])
      }
      node.forEachChild(visit)
    }
    this.#project.program.getSourceFile(file)?.forEachChild(visit)
    this.#calls.set(file, calls)
    return calls
  }
}
