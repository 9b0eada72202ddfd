/**
 * The functions of `src/foreign/jsx-runtime.ts` for the landing page. Preact keeps a reference to each text
 * node, also to a text that is an element's only child. Such a text is set as the element's content, so that
 * a translator may replace it (ADR 0031).
 */
import type { ElementType, Key, ReactElement } from 'react'
import { jsx as jsxOfText, jsxs as jsxsOfText } from '../foreign/jsx-runtime.ts'
import { findContent } from './content.ts'

export { Fragment } from 'react/jsx-runtime'

type Props = { readonly children?: unknown }

function withContent(element: ReactElement): ReactElement {
  const { type, props } = element
  if (typeof props !== 'object' || props === null || !('children' in props)) return element
  const { children, ...rest } = props
  const textContent = findContent(type, children)
  if (textContent === null) return element
  // Set after the element is created; otherwise Preact would treat the name as an attribute.
  return Object.assign(element, { props: { ...rest, textContent } })
}

/** An element with at most one child. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return withContent(jsxOfText(type, props, key))
}

/** An element with several children in fixed positions. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return withContent(jsxsOfText(type, props, key))
}
