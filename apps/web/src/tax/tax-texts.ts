/** The names of tax kinds, and rupiah amounts that may be unknown. */
import { formatRupiah, taxMessages } from '@tukar/i18n'
import type { WithheldKind } from '@tukar/wire'
import { pageTranslator } from '../app/translate.ts'

const t = pageTranslator(taxMessages)

/** The name of a tax, or of the bourse fee. */
export function kindText(kind: WithheldKind): string {
  return t(kind)
}

/** Rupiah with its sen, or without decimals if there are none. */
export function rupiahText(amount: string): string {
  if (amount === '') return t('unknown')
  return formatRupiah(amount, /\.\d*[1-9]/.test(amount) ? 2 : 0)
}
