/**
 * The replacement of `react/jsx-runtime` in the bundle (`build/text-elements.ts`). It wraps each text beside
 * siblings in an element of its own.
 */
import { Fragment, jsx as jsxOfReact, jsxs as jsxsOfReact } from 'react/jsx-runtime'
import { createElement, type ElementType, type Key, type ReactElement } from 'react'
import { wrapElementTexts, wrapFragmentTexts, type MakeText } from './text-elements.ts'

export { Fragment } from 'react/jsx-runtime'

type Props = { readonly children?: unknown }

const make: MakeText = (tag, text, key) => createElement(tag, { key }, text)

function withTexts(type: ElementType | typeof Fragment, props: Props): Props {
  const { children } = props
  if (children === undefined) return props
  // A component's children are left as they are: the component may pass them to other functions.
  const tag = typeof type === 'string' ? type : ''
  const kept =
    type === Fragment ? wrapFragmentTexts(children, make) : wrapElementTexts(tag, children, make)
  return kept === children ? props : { ...props, children: kept }
}

/** Creates an element with at most one child. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return jsxOfReact(type, withTexts(type, props), key)
}

/** Creates an element with several children in fixed positions. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const kept = withTexts(type, props)
  return Array.isArray(kept.children) ? jsxsOfReact(type, kept, key) : jsxOfReact(type, kept, key)
}
