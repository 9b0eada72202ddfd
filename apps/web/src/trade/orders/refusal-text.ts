/** Why an order was not taken, where no form is there to say it. */
import { tradeViewMessages } from '@tukar/i18n'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { sayer } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'

const say = sayer(tradeViewMessages)

/** Says in a toast why an order was not placed. */
export function tellRefused(failure: Failure): void {
  toast('bad', say('orderRefused'), failureText(failure))
}
