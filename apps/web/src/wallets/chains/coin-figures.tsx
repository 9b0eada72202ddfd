/** The costs of a withdrawal on a chain, and its confirmation code; used by the form and the review. */
import { accountMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { CodeField } from '../../accounts/codes/code-field.tsx'
import { pageTranslator } from '../../app/translate.ts'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { shownCoin } from './coin.ts'
import { coinFigures } from './coin-withdrawal.ts'
import type { CoinWithdrawalFlow } from './use-coin-withdrawal.ts'

const t = pageTranslator(coinWithdrawalMessages)
const tAccount = pageTranslator(accountMessages)

/** The field of the authenticator code. */
export function FactorField({ flow }: { readonly flow: CoinWithdrawalFlow }) {
  return (
    <CodeField
      label={tAccount('googleSecret')}
      note={t('factorNote')}
      error={flow.problems.factor}
      value={flow.factorCode}
      onChange={flow.setFactorCode}
    />
  )
}

/** The amount that arrives, and its calculation (EVMW-09, BTCW-03). */
export function CoinFigureList({
  flow,
  units,
}: {
  readonly flow: CoinWithdrawalFlow
  readonly units: number | null
}) {
  const { coin } = flow
  const fee = flow.transferRequest.unresolved?.fee ?? flow.fee
  const figures = units === null || fee === null ? null : coinFigures(units, fee)
  const shown = (part: number | null) =>
    part === null ? '–' : `${shownCoin(part, coin.decimals)} ${coin.symbol}`
  return (
    <dl className={rupiahStyles['figures']}>
      <div>
        <dt>{t('leaves')}</dt>
        <dd>{shown(units)}</dd>
      </div>
      <div>
        <dt>{t('fee')}</dt>
        <dd>{shown(fee)}</dd>
      </div>
      <div data-main="true">
        <dt>{t('arrives')}</dt>
        <dd>{shown(figures === null ? null : Math.max(0, figures.net))}</dd>
      </div>
    </dl>
  )
}
