/** The refusal of an order whose form is not shown. */
import { tradeViewMessages } from '@tukar/i18n'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { pageTranslator } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'

const t = pageTranslator(tradeViewMessages)

/** Shows a toast with the reason of a refusal. */
export function notifyRefused(failure: Failure): void {
  toast('bad', t('orderRefused'), failureText(failure))
}
