/** What kinds of taxes are called, and rupiah that may not be known. */
import { formatRupiah, taxMessages } from '@tukar/i18n'
import type { WithheldKind } from '@tukar/wire'
import { sayer } from '../app/translate.ts'

const say = sayer(taxMessages)

/** The name of a tax, or of the bourse's fee. */
export function kindText(kind: WithheldKind): string {
  return say(kind)
}

/** Rupiah with its sen, without them where there are none. */
export function rupiahText(amount: string): string {
  if (amount === '') return say('unknown')
  return formatRupiah(amount, /\.\d*[1-9]/.test(amount) ? 2 : 0)
}
