/** Validates orders of invoices and payouts, with the gateway's error messages. */
import { type ApiAnswer, apiError } from './api-error.ts'
import type { InvoiceOrder } from './bank-invoices.ts'
import type { PayoutOrder } from './bank-payouts.ts'
import { isChannel } from './banks.ts'
import { fieldIn, textIn, wholeIn } from './fields.ts'

const referenceLengthMax = 255
const keyLengthMax = 100
const textLengthMax = 1_000
const urlLengthMax = 2_000
const amountMax = 1_000_000_000_000
/** One day by default, one year at most (docs.xendit.co, "Frequently Asked Questions"). */
const lifeSecondsDefault = 86_400
const lifeSecondsMax = 31_536_000
const accountGrammar = /^\d{5,20}$/

/** Parses the body of `POST /v2/invoices`. */
export function readInvoiceOrder(body: unknown): InvoiceOrder | ApiAnswer {
  const externalId = textIn(body, 'external_id', referenceLengthMax)
  const amount = wholeIn(body, 'amount', 1, amountMax)
  if (externalId === null || amount === null) {
    return apiError(400, 'API_VALIDATION_ERROR', 'external_id and a whole amount are required')
  }
  const currency = fieldIn(body, 'currency')
  if (currency !== undefined && currency !== 'IDR') {
    return apiError(400, 'UNSUPPORTED_CURRENCY', 'the currency is not supported')
  }
  return {
    externalId,
    amount,
    description: textIn(body, 'description', textLengthMax) ?? '',
    payerEmail: textIn(body, 'payer_email', textLengthMax) ?? '',
    returnUrl: readUrl(textIn(body, 'success_redirect_url', urlLengthMax)),
    language: fieldIn(body, 'locale') === 'id' ? 'id' : 'en',
    lifeSeconds: wholeIn(body, 'invoice_duration', 1, lifeSecondsMax) ?? lifeSecondsDefault,
  }
}

/** Parses a URL that a page may link to. */
function readUrl(url: string | null): string {
  return url !== null && /^https?:\/\//.test(url) && URL.canParse(url) ? url : '/'
}

/** Parses the body of `POST /v2/payouts` with its idempotency key. */
export function readPayoutOrder(body: unknown, key: unknown): PayoutOrder | ApiAnswer {
  const reference = textIn(body, 'reference_id', referenceLengthMax)
  const idempotencyKey = textIn({ key }, 'key', keyLengthMax)
  const channelCode = textIn(body, 'channel_code', textLengthMax)
  const amount = wholeIn(body, 'amount', 1, amountMax)
  const properties = fieldIn(body, 'channel_properties')
  const holderName = textIn(properties, 'account_holder_name', textLengthMax)
  const accountNumber = textIn(properties, 'account_number', textLengthMax)
  if (reference === null || idempotencyKey === null || fieldIn(body, 'currency') !== 'IDR') {
    return apiError(400, 'API_VALIDATION_ERROR', 'reference, idempotency key and IDR are required')
  }
  if (channelCode === null || !isChannel(channelCode)) {
    return apiError(400, 'CHANNEL_CODE_NOT_SUPPORTED_ERROR', 'the channel is not supported')
  }
  if (holderName === null || accountNumber === null || !accountGrammar.test(accountNumber)) {
    return apiError(400, 'RECIPIENT_ACCOUNT_NUMBER_ERROR', 'the account cannot be paid to')
  }
  if (amount === null) return apiError(400, 'RECIPIENT_AMOUNT_ERROR', 'the amount is out of bounds')
  const description = textIn(body, 'description', textLengthMax) ?? ''
  return { reference, idempotencyKey, channelCode, amount, holderName, accountNumber, description }
}
