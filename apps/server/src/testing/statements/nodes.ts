/** Questions of the folder about single nodes. */
import type { BindingElement, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Callable, listOf, partOf, type Thunk, Unfoldable } from './values.ts'

/** Whether the node is a function that the folder can call. */
export const isCallable = (node: Node): node is Callable =>
  is.isArrowFunction(node) || is.isFunctionDeclaration(node) || is.isFunctionExpression(node)

/** The position of a node, which identifies it. */
export const positionOf = (node: Node): string => `${node.getSourceFile().fileName}:${node.pos}`

/** Whether a branch throws: then it sends no statement. */
export function throws(branch: Node): boolean {
  const first = is.isBlock(branch) ? branch.statements[0] : branch
  return first !== undefined && is.isThrowStatement(first)
}

/** The field that an element of a pattern takes. */
export function fieldOf({ propertyName, name }: BindingElement): string {
  const written = propertyName ?? name
  if (written === undefined) throw new Unfoldable('a pattern without a name')
  return textOf(written)
}

/** The name of a property. */
export function nameOf(node: Node): string {
  return is.isStringLiteral(node) ? node.text : textOf(node)
}

/** The text of a node, as it is written. */
export function textOf(node: Node): string {
  return node.getText()
}

/** Binds the names of a parameter's pattern to the fields of its value. */
export function bindPattern(
  pattern: Node | undefined,
  value: Thunk,
  scope: Map<string, Thunk>,
): void {
  if (pattern === undefined) return
  if (is.isArrayBindingPattern(pattern)) {
    pattern.elements.forEach((one, at) => scope.set(positionOf(one), () => listOf(value())[at]))
  } else if (is.isObjectBindingPattern(pattern)) {
    for (const one of pattern.elements) {
      if (is.isBindingElement(one)) scope.set(positionOf(one), () => partOf(value(), fieldOf(one)))
    }
  }
}
