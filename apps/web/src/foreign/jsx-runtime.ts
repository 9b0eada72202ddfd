/**
 * What the bundle uses instead of `react/jsx-runtime` (`build/text-elements.ts`): the same functions, but
 * each text stands alone in its element.
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
  // What a component gets it may hand on to an element by other functions than these.
  const tag = typeof type === 'string' ? type : ''
  const kept =
    type === Fragment ? wrapFragmentTexts(children, make) : wrapElementTexts(tag, children, make)
  return kept === children ? props : { ...props, children: kept }
}

/** An element with at most one child. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return jsxOfReact(type, withTexts(type, props), key)
}

/** An element with several children, whose places are fixed. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const kept = withTexts(type, props)
  return Array.isArray(kept.children) ? jsxsOfReact(type, kept, key) : jsxOfReact(type, kept, key)
}
