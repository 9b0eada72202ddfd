/** The compiler's answers about names, cached, because every question goes to another process. */
import type { CallExpression, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Project, type Symbol, SymbolFlags, type Type } from 'typescript/unstable/sync'
import type { CallIndex } from './call-index.ts'
import { positionOf, textOf } from './nodes.ts'

export class Symbols {
  readonly #project: Project
  readonly #calls: CallIndex
  readonly #symbols = new Map<Node, Symbol | undefined>()
  readonly #types = new Map<Symbol, Type | undefined>()
  readonly #callers = new Map<Node, readonly CallExpression[]>()

  constructor(project: Project, calls: CallIndex) {
    this.#project = project
    this.#calls = calls
  }

  /** The calls of a function. */
  callsOf(code: Node): readonly CallExpression[] {
    const calls = this.#callers.get(code) ?? this.#findCalls(code)
    this.#callers.set(code, calls)
    return calls
  }

  /** The calls of a named function are searched by name first, because finding all references is slow. */
  #findCalls(code: Node): readonly CallExpression[] {
    const named =
      is.isFunctionDeclaration(code) || is.isMethodDeclaration(code) ? code : code.parent
    const isNamed =
      is.isFunctionDeclaration(named) ||
      is.isMethodDeclaration(named) ||
      is.isVariableDeclaration(named)
    if (!isNamed || named.name === undefined) return []
    return this.#calls.of(textOf(named.name)).filter((call) => {
      const callee = is.isPropertyAccessExpression(call.expression)
        ? call.expression.name
        : call.expression
      const declaration = this.symbolOf(callee)?.valueDeclaration?.resolve(this.#project)
      return declaration !== undefined && positionOf(declaration) === positionOf(named)
    })
  }

  /** The symbol of a name at its declaration. */
  symbolOf(node: Node): Symbol | undefined {
    if (!this.#symbols.has(node)) this.#symbols.set(node, this.#askSymbol(node))
    return this.#symbols.get(node)
  }

  #askSymbol(node: Node): Symbol | undefined {
    const { checker } = this.#project
    const symbol =
      is.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node)
    return symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0
      ? checker.getAliasedSymbol(symbol)
      : symbol
  }

  /** The declared type of a symbol. */
  typeOf(symbol: Symbol): Type | undefined {
    if (!this.#types.has(symbol)) {
      this.#types.set(symbol, this.#project.checker.getTypeOfSymbol(symbol))
    }
    return this.#types.get(symbol)
  }
}
