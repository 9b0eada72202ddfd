/** The name and icon of each layout. */
import { layoutViewMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import type { Preset } from './layout-rule.ts'

const t = pageTranslator(layoutViewMessages)

/** The name of each layout. */
export const presetNames: Readonly<Record<Preset, string>> = {
  classic: t('classic'),
  pro: t('pro'),
  chart: t('chartFocus'),
  book: t('bookFocus'),
}

/** The icon of each preset: the ticket is filled, other panes are outlines. */
const drawings: Readonly<Record<Preset, ReactNode>> = {
  classic: <rect data-part="ticket" x="4" y="10" width="10" height="3" />,
  pro: <rect data-part="ticket" x="11" y="5" width="3" height="8" />,
  chart: (
    <>
      <path d="M3.5 12 6 8.5 8 10l2.5-4" />
      <rect data-part="ticket" x="13" y="5" width="2" height="8" />
    </>
  ),
  book: (
    <>
      <path d="M5 6h5M5 9h5M5 12h5" />
      <rect data-part="ticket" x="12.5" y="5" width="2" height="8" />
    </>
  ),
}

/** The icon of a layout. */
export function PresetIcon({ preset }: { readonly preset: Preset }) {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <rect x="1.5" y="2.5" width="15" height="13" rx="2" />
      {drawings[preset]}
    </svg>
  )
}
